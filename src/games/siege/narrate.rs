//! What happened, in words.
use super::action::Action;
use super::state::State;
use crate::rules::effect::Effect;
use crate::rules::seat::Actor;
pub(super) fn narrate(_b: &State, _by: Actor, _a: Action, _e: &[Effect], _s: &State) -> String {
    String::new()
}
