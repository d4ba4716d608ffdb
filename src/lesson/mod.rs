//! Layer 3, pure: lessons and puzzles — a game's course, and its proof by the rules.
//!
//! A lesson is a Markdown file in the game's folder. This is all that a writer has to know:
//!
//! ````text
//! ---
//! title: Firing a Cannon                      (the head: what the list of lessons shows)
//! summary: Shots go straight ahead and are paid in moves.
//! order: 5                                    (its place in the course; left out for puzzles)
//! ---
//!
//! ## The first shot                           (a step; its title)
//!
//! Markdown that the reader sees beside the board.
//!
//! ```step
//! options hidden=yes start=four-walls         (default: none)
//! position 4k2/… B 6 - - - 0 3                (or `start`: the game's own start; with neither of
//!                                              these the step goes on where the last one ended)
//! played B +C                                 (carried out before the step begins)
//! rules CD-3.4 CD-3.5                         (the rules that the step teaches)
//! mark d3 d8                                  (coloured squares)
//! arrow d3-d8                                 (arrows)
//! holds counter Blue moves left = 6           (claims about the position, run by the tests)
//! legal B Cd3*d8 => The Wizard is five squares away.
//! illegal CD-3.4 B Cd3*c8 => It is on another file.
//! ```
//!
//! Markdown that the reader sees when the step is done.
//! ````
//!
//! A step like this is only read. In a step to *watch* a line is played, each action with a word
//! if wanted: `watch B Cd3*d8 => The Wizard falls.`, as often as needed. A step to *do* has a goal:
//!
//! ```text
//! do Hit the Wizard on d8.                    (the task in a line)
//! seat Blue                                   (whom the reader plays; default: who is to act)
//! time 12000 500                              (games on a clock: when the reader acts first, and
//!                                              how much later with each further action)
//! within 3                                    (how many own actions there are; default 1)
//! goal action Cd3*d8 | Cd3*d7                 (what counts as done; several lines: one is enough)
//! reply R end                                 (played when the other side, or the arbiter, has to
//!                                              act; the first legal one of several with `|`)
//! choices Cd3*d8 | Cd3*c8                     (what is offered, legal or not; default: all that
//!                                              is legal)
//! answer Cd3*d8                               (actions that reach the goal, with ` ; ` between
//!                                              them; a line for each answer worth naming)
//! hint It stands on the Cannon's file.        (shown one after the other)
//! right effect vanish Wizard => Well aimed.   (words for success: the first that applies)
//! right => Done.
//! wrong action C_ => Too short.               (words for kinds of tries that miss the goal)
//! then R Cd7*d3 => And now Red hits back.     (a line that shows why, for the `wrong` before it)
//! wrong => Try again.
//! ```
//!
//! An illegal try is answered with the rule that it breaks; the words of an `illegal` claim about
//! the same action are added. What can be asked of a try (in `goal`, `right`, `wrong`, `holds`),
//! several with ` & ` between them, each also after `not`:
//!
//! ```text
//! action Bd2+d3 | Bd2+_                  one of the reader's actions is this; _ is any text
//! effect vanish Red Wizard at d8,d9      something happened, as rules::effect tells it. The kinds:
//!                                        appear move vanish become hurt wall shot reach stay gain
//!                                        begin. Then, all optional: whose, the thing's name, and
//!                                        squares after `from`, `to` (of a shot: aimed at), `at`
//!                                        (where it is now; of a shot: hit); for vanish also
//!                                        `by captured`, shot, fell, removed or expired
//! over CD-5.1 Blue                       the match is over, for that reason, for that winner
//!                                        (or `draw`); both optional
//! refused CD-3.1                         the try is illegal by that rule
//! on d3 Blue Wizard                      that is what stands there now; also with what marks it
//!                                        (`on f2 West gun hit once`), `nothing`, one's name
//! counter Blue moves left >= 3           what the panel counts: = >= <=
//! turn Red                               that side is to act
//! can R Cc7*_                            that side has such a legal action now
//! could R effect vanish Blue King        that side has a legal action now of which this would hold
//! ```
//!
//! A whole match is a step with its record, as it is exported, in place of the step's lines: the
//! notes are the words.
//!
//! ````text
//! ```match
//! [Gamekeep "1"]
//! …
//! 1 B +W
//! # note 1 "the keeper" "Blue begins with a Wizard."
//! ```
//! ````
//!
//! In a fenced block a line that begins with two blanks goes on with the line before it. A file of
//! puzzles is written like a lesson with steps to do only, one answer each; [`check`] proves by
//! search that no other set of actions reaches the goal.
//!
//! Everything that a lesson says in these blocks is run against the rules by [`check`]. Layers
//! above read a [`Course`] once, set a step up with [`Lesson::begin`], and judge tries with
//! [`Try`].

#![warn(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]

mod block;
pub mod check;
pub mod condition;
mod course;
mod effect_form;
mod judge;
mod matches;
mod pattern;
mod read;
mod search;
mod step;

pub use course::{Course, CourseError};
pub use effect_form::EffectForm;
pub use judge::{Judgement, Moment, Try, perform};
pub use pattern::Pattern;
pub use read::LessonError;
pub use step::{
    Claim, Exercise, Lesson, Pace, Setup, Shown, Step, StepError, Task, Watch, Words, Wrong,
};
