//! Notes, tokens, settings, rebuilding.

use gamekeep::archive::{Archive, Error, MatchId, NewToken, Role, TokenId};
use gamekeep::record::note::Note;

use super::super::support::*;

pub(super) fn notes_are_added_and_kept_within_limits(archive: &dyn Archive) {
    let id = store(archive, ada_grace(&play(20, 4))).id;
    let note = |ply, text: &str| Note {
        ply,
        text: text.to_owned(),
        by: "moss".to_owned(),
        ..Note::default()
    };
    assert_eq!(archive.annotate(id, vec![note(3, "a"), note(1, "b")], NOW).unwrap(), 2);
    assert_eq!(archive.annotate(id, vec![note(3, "a"), note(3, "c")], NOW + 1).unwrap(), 1);
    let texts: Vec<_> =
        archive.load(id).unwrap().notes.into_iter().map(|n| (n.note.text, n.added_ms)).collect();
    assert_eq!(texts, [("b".to_owned(), NOW), ("a".to_owned(), NOW), ("c".to_owned(), NOW + 1)]);
    let unfit = |notes| matches!(archive.annotate(id, notes, NOW), Err(Error::Unfit { .. }));
    assert!(unfit(vec![note(1, "good"), note(21, "past the end")]));
    assert!(unfit(vec![note(1, &"x".repeat(8_193))]));
    assert!(unfit((0..10_000).map(|n| note(1, &n.to_string())).collect()));
    assert_eq!(archive.load(id).unwrap().notes.len(), 3);
    let nobody = MatchId::from_i64(99);
    assert!(matches!(archive.annotate(nobody, vec![note(0, "")], NOW), Err(Error::NotFound)));
}

pub(super) fn tokens_are_added_listed_revoked(archive: &dyn Archive) {
    let new = |name: &str, role, byte| NewToken { name: name.to_owned(), role, hash: [byte; 32] };
    let first = archive.add_token(new("desk", Role::Keeper, 1), NOW).unwrap();
    let second = archive.add_token(new("bot", Role::Recorder, 2), NOW + 1).unwrap();
    assert_eq!(archive.tokens().unwrap(), [first.clone(), second.clone()]);
    assert_eq!(archive.find_token(&[1; 32]).unwrap(), Some(first.clone()));
    assert_eq!(archive.find_token(&[3; 32]).unwrap(), None);
    for bad in [
        new("x", Role::Reader, 1),
        new("", Role::Reader, 4),
        new(&"x".repeat(101), Role::Reader, 4),
    ] {
        assert!(matches!(archive.add_token(bad, NOW), Err(Error::Unfit { .. })));
    }
    archive.revoke_token(first.id, NOW + 2).unwrap();
    archive.revoke_token(first.id, NOW + 3).unwrap();
    assert_eq!(archive.find_token(&[1; 32]).unwrap(), None);
    assert_eq!(archive.tokens().unwrap()[0].revoked_ms, Some(NOW + 2));
    let unknown = TokenId::from_i64(99);
    assert!(matches!(archive.revoke_token(unknown, NOW), Err(Error::NotFound)));
    assert_eq!(second.role.to_string().parse(), Ok(Role::Recorder));
}

pub(super) fn settings_are_kept(archive: &dyn Archive) {
    assert_eq!(archive.setting("csrf").unwrap(), None);
    assert_eq!(archive.setting_or("csrf", &[1, 2]).unwrap(), [1, 2]);
    assert_eq!(archive.setting_or("csrf", &[3]).unwrap(), [1, 2]);
    archive.set_setting("csrf", &[4]).unwrap();
    assert_eq!(archive.setting("csrf").unwrap(), Some(vec![4]));
}

pub(super) fn a_rebuild_changes_nothing(archive: &dyn Archive) {
    fill(archive, 3);
    let tell = || all_verified(archive).iter().map(told).collect::<Vec<_>>();
    let (before, counts) = (tell(), archive.counts().unwrap());
    let rebuilt = archive.rebuild().unwrap();
    assert_eq!((rebuilt.match_count, rebuilt.damaged.len()), (before.len(), 0));
    assert_eq!(tell(), before);
    assert_eq!(archive.counts().unwrap(), counts);
    assert_eq!(archive.check().unwrap(), Vec::<String>::new());
}
