//! Two matches side by side.

use gamekeep::service::KeepError;

use super::{OPEN, keep};

#[test]
fn a_pair_is_shown_where_it_parts() {
    let kept = keep();
    let a = kept.import(OPEN);
    let b = kept.import(&OPEN.replace("4 R +C\n5 R Cd9-d8\n6 R Cd8*d5\n", "4 R +B\n"));
    let pair = kept.keep.pair([&a, &b], [None, None]).expect("compares");
    assert_eq!(pair.comparison.common, Some(3));
    assert_eq!(pair.shown.each_ref().map(|shown| shown.ply), [4, 4]);
    let pair = kept.keep.pair([&b, &a], [Some(4), Some(6)]).expect("compares");
    assert_eq!(pair.shown.each_ref().map(|shown| shown.ply), [4, 6]);
    let same = kept.keep.pair([&a, &a], [None, None]).expect("compares");
    assert!(same.comparison.is_same());
    assert_eq!(same.shown[0].ply, 6);
    let past = kept.keep.pair([&a, &b], [Some(7), None]);
    assert!(matches!(past, Err(KeepError::NoPly { last: 6, .. })));
    assert!(matches!(kept.keep.pair([&a, "x"], [None, None]), Err(KeepError::NoLink(_))));
}
