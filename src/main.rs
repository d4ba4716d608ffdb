//! The program: the command line and its exit code; nothing else.
fn main() {}
