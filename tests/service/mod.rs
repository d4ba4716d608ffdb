//! What can be done: sources and exports.

mod exports;
mod sources;

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::fault::Fault;
use gamekeep::service::source::{Limits, Piece, Source};

/// A match of so many plies and an id of its own.
fn record(number: usize) -> String {
    let mut text = format!(
        "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n[Id \"m{number}\"]\n\
         [Blue \"Ada {number}\"]\n[Red \"Græce\"]\n\n"
    );
    for ply in 0..=number % 40 {
        let seat = if ply % 2 == 0 { 'B' } else { 'R' };
        text.push_str(&format!("{} {seat} end @{}\n", ply + 1, ply * 100));
    }
    text
}

/// A match, checked.
fn checked(text: &str) -> Checked {
    let registry = Registry::standard();
    let inputs = gamekeep::record::input::records(text, &registry);
    inputs[0].check(&registry).and_then(Checked::whole).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The pieces of bytes.
fn pieces(bytes: impl Into<Vec<u8>>, limits: Limits) -> Vec<Piece> {
    let registry = Registry::standard();
    let source = Source::of_bytes("x", bytes.into(), &registry, limits);
    source.map(|piece| piece.expect("readable")).collect()
}

/// What comes of every piece: the match's head, or the fault.
fn heads(pieces: &[Piece]) -> Vec<Result<String, Fault>> {
    let registry = Registry::standard();
    let read = |piece: &Piece| piece.check(&registry).and_then(Checked::whole);
    pieces.iter().map(|piece| read(piece).map(|checked| checked.head.to_string())).collect()
}

/// Bytes, packed with gzip.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).expect("packed");
    out.finish().expect("packed")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).expect("packed")
}

/// A zip archive of files, stored or deflated in turn.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (n, (name, bytes)) in files.iter().enumerate() {
        let method = [zip::CompressionMethod::Deflated, zip::CompressionMethod::Stored][n % 2];
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        if name.ends_with('/') {
            zip.add_directory(*name, options).expect("a folder");
            continue;
        }
        zip.start_file(*name, options).expect("a file");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("an archive").into_inner()
}
