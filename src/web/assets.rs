//! Static files, embedded in the program: bundled once at start, each under an address that has its
//! content's hash in it, so that browsers may keep it for ever.

use std::io::Write;
use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderMap};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::RustEmbed;

use crate::picture;

/// The files in `static/`.
#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// A bundle: what its parts are, in order.
struct Bundle {
    name: &'static str,
    mime: &'static str,
    parts: &'static [&'static str],
}

const BUNDLES: [Bundle; 5] = [
    Bundle {
        name: "page.css",
        mime: "text/css; charset=utf-8",
        parts: &["page.css", "access.css", "api.css", "sandbox.css", "learn.css", "print.css"],
    },
    Bundle {
        name: "replay.js",
        mime: "text/javascript; charset=utf-8",
        parts: &["board.js", "replay.js"],
    },
    Bundle { name: "import.js", mime: "text/javascript; charset=utf-8", parts: &["import.js"] },
    Bundle { name: "swap.js", mime: "text/javascript; charset=utf-8", parts: &["swap.js"] },
    Bundle {
        name: "learn.js",
        mime: "text/javascript; charset=utf-8",
        parts: &["swap.js", "learn.js"],
    },
];

/// A bundle as it is served.
#[derive(Debug)]
struct Asset {
    path: String,
    mime: &'static str,
    plain: Vec<u8>,
    gzip: Vec<u8>,
    brotli: Vec<u8>,
}

/// All bundles, ready to be served.
#[derive(Debug)]
pub struct Assets {
    list: &'static [(&'static str, Asset)],
}

/// Made once a program, whenever it is first asked for.
static BUNDLED: LazyLock<Vec<(&'static str, Asset)>> =
    LazyLock::new(|| BUNDLES.iter().map(|bundle| (bundle.name, asset(bundle))).collect());

impl Assets {
    /// Bundles and compresses everything.
    #[must_use]
    pub fn load() -> Self {
        Assets { list: &BUNDLED }
    }

    /// The address of a bundle.
    #[must_use]
    pub fn path(&self, name: &str) -> &str {
        let found = self.list.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, asset)| asset.path.as_str())
    }

    /// Answers a request for a bundle; `None` if there is none of that address.
    #[must_use]
    pub fn serve(&self, request: &HttpRequest) -> Option<HttpResponse> {
        let (_, asset) = self.list.iter().find(|(_, asset)| asset.path == request.path())?;
        let mut response = HttpResponse::Ok();
        response
            .insert_header((header::CONTENT_TYPE, asset.mime))
            .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .insert_header((header::VARY, "accept-encoding"));
        let (encoding, body) = asset.encoded(request.headers());
        if let Some(encoding) = encoding {
            response.insert_header((header::CONTENT_ENCODING, encoding));
        }
        Some(response.body(body.to_vec()))
    }
}

impl Asset {
    fn encoded(&self, headers: &HeaderMap) -> (Option<&'static str>, &[u8]) {
        if accepts(headers, "br") {
            (Some("br"), &self.brotli)
        } else if accepts(headers, "gzip") {
            (Some("gzip"), &self.gzip)
        } else {
            (None, &self.plain)
        }
    }
}

/// Whether a client takes an encoding.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|part| {
            let mut part = part.trim().split(';');
            let named = part.next() == Some(encoding);
            named && part.all(|q| q.trim() != "q=0")
        })
    })
}

fn asset(bundle: &Bundle) -> Asset {
    let mut plain = Vec::new();
    if bundle.name.ends_with(".css") {
        plain.extend_from_slice(picture::palette::board_css().as_bytes());
    }
    for part in bundle.parts {
        if let Some(file) = Files::get(part) {
            plain.extend_from_slice(&file.data);
            plain.push(b'\n');
        }
    }
    let hash = blake3::hash(&plain).to_hex();
    let path = format!("/static/{}/{}", &hash[..16], bundle.name);
    Asset { path, mime: bundle.mime, gzip: gzip(&plain), brotli: brotli(&plain), plain }
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = encoder.write_all(plain);
    written.and_then(|()| encoder.finish()).unwrap_or_default()
}

fn brotli(plain: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    {
        let mut encoder = brotli::CompressorWriter::new(&mut out, 4096, 9, 20);
        if encoder.write_all(plain).is_err() {
            return Vec::new();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fonts were in the program twice once: here, and where pictures are made.
    #[test]
    fn nothing_is_embedded_that_no_bundle_has() {
        let parts: Vec<&str> = BUNDLES.iter().flat_map(|bundle| bundle.parts).copied().collect();
        for file in Files::iter() {
            // What `picture::palette::board_css` writes stands there to be read.
            let is_used = file == "board.css" || parts.contains(&&*file);
            assert!(is_used, "{file} is in the program for nothing");
        }
    }
}
