//! Any bytes through the record reader: no panic, and what is accepted is the same record again.
#![no_main]

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::{input, json, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let registry = Registry::standard();
    let Ok(read) = input::utf8(bytes).inspect_err(check_place) else { return };
    for record in input::records(read, &registry) {
        let Ok(checked) = record.check(&registry).inspect_err(check_place) else { continue };
        let Ok(checked) = checked.whole().inspect_err(check_place) else { continue };
        let (kept, outcome) = (&checked.record, checked.outcome.as_ref());
        for export in [
            text::export(kept, outcome, checked.head, &checked.checkpoints),
            json::write(kept, outcome, checked.head, &checked.checkpoints),
        ] {
            let inputs = input::records(&export, &registry);
            let back = inputs[0].check(&registry).and_then(Checked::whole);
            let back = back.unwrap_or_else(|fault| panic!("{fault}\n{export}"));
            assert_eq!((back.head, &back.record), (checked.head, kept), "{export}");
        }
    }
});

fn check_place(fault: &gamekeep::record::fault::Fault) {
    assert!(fault.place.line >= 1 && fault.place.column >= 1, "{fault}");
    assert!(!fault.words.is_empty());
}
