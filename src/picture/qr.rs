//! QR codes of addresses, for print and for passing a match to a phone.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use super::picture_error::PictureError;
use super::write::{escape, int};

/// The greatest length of an address in a QR code, in bytes: what phones still read from paper.
pub const QR_BYTES_MAX: usize = 500;

/// The free room around a code that readers need, in modules.
const QUIET: usize = 4;

/// A QR code of an address as SVG for a page with `board.css`: dark on light in every theme, with
/// the free room that readers need, one unit a module.
///
/// # Errors
/// [`PictureError::Address`] for an address longer than [`QR_BYTES_MAX`] bytes.
pub fn qr_code(address: &str) -> Result<String, PictureError> {
    let too_long = PictureError::Address { asked: address.len(), most: QR_BYTES_MAX };
    if address.len() > QR_BYTES_MAX {
        return Err(too_long);
    }
    let code = QrCode::with_error_correction_level(address, EcLevel::M).map_err(|_| too_long)?;
    let (width, modules) = (code.width(), code.to_colors());
    let side = width + 2 * QUIET;
    let mut out = String::with_capacity(400 + modules.len() * 5);
    let _ = write!(out, r#"<svg class="qr" viewBox="0 0 {side} {side}" role="img" "#);
    out.push_str(r#"shape-rendering="crispEdges"><title>QR code: "#);
    escape(address, &mut out);
    let _ = write!(out, r#"</title><path class="d-qb" d="M0 0h{side}v{side}H0z"/>"#);
    out.push_str(r#"<path class="d-qf" d=""#);
    for (y, row) in (QUIET..).zip(modules.chunks(width.max(1))) {
        let mut x = QUIET;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                write_run((x, y), run.len(), &mut out);
            }
            x += run.len();
        }
    }
    out.push_str(r#""/></svg>"#);
    Ok(out)
}

/// The same code in a file that stands alone, 4 pixels a module.
///
/// # Errors
/// As [`qr_code`].
pub fn qr_file(address: &str) -> Result<String, PictureError> {
    let code = qr_code(address)?;
    let side = code.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next());
    let px = 4 * side.and_then(|side| side.parse::<usize>().ok()).unwrap_or(0);
    let size = format!("xmlns=\"http://www.w3.org/2000/svg\" width=\"{px}\" height=\"{px}\"");
    let code = code.replacen("class=\"qr\"", &size, 1);
    let code = code.replacen("class=\"d-qb\"", "fill=\"#fff\"", 1);
    Ok(code.replacen("class=\"d-qf\"", "fill=\"#000\"", 1))
}

/// A row of dark modules.
fn write_run((x, y): (usize, usize), len: usize, out: &mut String) {
    let number = |n: usize| i32::try_from(n).unwrap_or(0);
    out.push('M');
    int(out, number(x));
    out.push(' ');
    int(out, number(y));
    out.push('h');
    int(out, number(len));
    out.push_str("v1h-");
    int(out, number(len));
    out.push('z');
}
