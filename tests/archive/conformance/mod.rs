//! What every store must do. A store is tested by naming it at the end.

mod find;
mod forks;
mod grow;
mod keep;
mod store;

/// Runs every test on a store.
macro_rules! conformance {
    ($store:ident: $open:expr; $($part:ident: [$($name:ident),* $(,)?]),* $(,)?) => {
        mod $store {
            use super::super::support::Shelf;
            $($(#[test]
            fn $name() {
                let shelf: Shelf = $open;
                super::$part::$name(&shelf.archive);
            })*)*
        }
    };
}

conformance! {
    sqlite: Shelf::new();
    store: [
        a_match_comes_back_as_it_went,
        verdicts_and_outcomes_come_back,
        a_match_without_actions_is_one,
        what_is_stored_is_not_stored_again,
        an_export_imports_as_what_is_there,
        other_facts_are_a_second_recording,
        a_shorter_log_only_gives_its_head_out,
        a_longer_log_is_appended,
        a_batch_is_one,
        a_batch_is_stored_whole_or_each,
        records_from_the_outside_are_stored,
    ],
    forks: [
        a_log_that_leaves_a_stored_one_is_its_fork,
        a_fork_of_a_fork_knows_the_nearest,
        the_oldest_of_several_is_the_parent,
        a_parent_that_the_record_names_goes_first,
        a_parent_that_comes_later_is_found,
        what_hung_on_a_withdrawn_match_stays,
    ],
    grow: [
        an_append_goes_on_from_the_head,
        a_wrong_head_is_told_the_present_one,
        nothing_follows_a_result,
        a_key_is_answered_alike,
        a_continuation_is_within_the_limits,
        changes_are_told_after_they_are_stored,
    ],
    find: [
        links_are_found_by_their_first_digits,
        unlisted_matches_are_found_by_whole_heads_only,
        withdrawn_matches_are_gone,
        a_withdrawn_beginning_blocks_nobody,
        lists_have_pages_and_filters,
        each_match_is_walked_over_once,
    ],
    keep: [
        notes_are_added_and_kept_within_limits,
        tokens_are_added_listed_revoked,
        settings_are_kept,
        a_rebuild_changes_nothing,
    ],
}
