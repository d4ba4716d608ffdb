//! What can be done: sources and exports.
