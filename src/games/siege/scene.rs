//! The drawing.
use super::state::State;
use super::rows::SIZE;
use crate::rules::scene::Scene;
pub(super) fn scene(_s: &State) -> Scene {
    Scene::new(SIZE)
}
