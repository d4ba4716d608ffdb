//! Every action text that could be legal in some state of a game, written without its reducer.

/// What a game's file gives: for a position and the options of its match, action lines as records
/// write them (`B +W`, `* time @4000`) — all that are legal, and many that are not.
pub(super) type Universe = fn(position: &str, options: &[(String, String)]) -> Vec<String>;

macro_rules! universes {
    ($($game:ident),* $(,)?) => {
        $(mod $game;)*

        /// The universe of a game, by its id.
        pub(super) fn of(id: &str) -> Option<Universe> {
            let folder = id.replace('-', "_");
            $(if folder == stringify!($game) {
                return Some($game::universe);
            })*
            None
        }
    };
}

universes! {
    castle_danger,
    game_of_knights,
    knights_walls_balls,
    siege,
    stone_fortress,
}
