//! Numbers in bytes, both ways.

use super::SegmentError;

/// Writes a number: seven bits a byte, the low ones first, the eighth set but in the last.
pub(super) fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A difference, so that small ones of either sign are small numbers.
pub(super) const fn zigzag(difference: u64) -> u64 {
    let signed = difference as i64;
    ((signed << 1) ^ (signed >> 63)) as u64
}

/// The difference of a number.
pub(super) const fn unzigzag(number: u64) -> u64 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// Bytes that are read from the start.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
}

const ENDS: SegmentError = SegmentError::Bytes("bytes end too early");

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes }
    }

    pub(super) const fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn byte(&mut self) -> Result<u8, SegmentError> {
        let (first, rest) = self.bytes.split_first().ok_or(ENDS)?;
        self.bytes = rest;
        Ok(*first)
    }

    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], SegmentError> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(ENDS)?;
        self.bytes = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self) -> Result<u64, SegmentError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(SegmentError::Bytes("number is too large"))
    }

    /// A number of things, of which there are at most so many.
    pub(super) fn length(&mut self, most: usize) -> Result<usize, SegmentError> {
        let length = usize::try_from(self.number()?).ok().filter(|length| *length <= most);
        length.ok_or(SegmentError::Bytes("number is more than a record may have"))
    }
}
