//! Why a picture cannot be made.

/// Why a picture cannot be made. What is asked for may be changed, but for the last three: then the
/// program is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// A width that no picture has.
    #[error("a picture of this kind is {least} to {most} pixels wide; {asked} were asked for")]
    Width {
        /// The width asked for, in pixels.
        asked: u32,
        /// The least width, in pixels.
        least: u32,
        /// The greatest width, in pixels.
        most: u32,
    },
    /// A picture higher than any may be.
    #[error("at that width the picture is {height} pixels high; at most {most} are drawn")]
    Height {
        /// The height that it would have, in pixels.
        height: u32,
        /// The greatest height, in pixels.
        most: u32,
    },
    /// More plies, or fewer, than an animation may have.
    #[error("an animation has 1 to {most} plies; {asked} were asked for: ask for a range of plies")]
    Plies {
        /// How many were asked for.
        asked: usize,
        /// The greatest number.
        most: usize,
    },
    /// A ply that is shown too shortly or for too long.
    #[error("a ply is shown for {least} to {most} ms; {asked} ms were asked for")]
    Delay {
        /// The time asked for, in milliseconds.
        asked: u32,
        /// The least time, in milliseconds.
        least: u32,
        /// The greatest time, in milliseconds.
        most: u32,
    },
    /// An animation of more bytes than any may have.
    #[error(
        "the animation is larger than {most} bytes after {plies} plies: \
         ask for fewer plies or fewer pixels"
    )]
    Bytes {
        /// The greatest size, in bytes.
        most: usize,
        /// How many plies were drawn when it grew too large.
        plies: usize,
    },
    /// An address too long for a QR code.
    #[error("a QR code holds at most {most} bytes; the address has {asked}")]
    Address {
        /// The length of the address, in bytes.
        asked: usize,
        /// The greatest length, in bytes.
        most: usize,
    },
    /// A picture without pixels.
    #[error("the picture has no pixels")]
    Empty,
    /// The markup is no drawing.
    #[error("the drawing cannot be read: {0}")]
    Drawing(String),
    /// The pixels cannot be written.
    #[error("the picture cannot be written: {0}")]
    Writing(String),
}
