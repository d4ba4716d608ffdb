//! Lessons: their files, the judging of tries, and every game's course.

mod courses;
mod format;
mod judging;
mod robot;
