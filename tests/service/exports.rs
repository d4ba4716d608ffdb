//! Bulk exports: they come back byte for byte, and one that is cut or changed is known by that.

use gamekeep::games::Registry;
use gamekeep::record::draft::Checked;
use gamekeep::record::export::Mark;
use gamekeep::record::input::{self, Form, Packing, Refusal};
use gamekeep::record::link::Link;
use gamekeep::record::note::Note;
use gamekeep::service::export::{Export, ExportForm, Told, Totals};
use gamekeep::service::source::{Limits, Piece, Source};

use super::{checked, gzip, heads, pieces, record};

const FORMS: [ExportForm; 3] = [ExportForm::Ndjson, ExportForm::Text, ExportForm::Zip];

/// Matches of many kinds, with notes.
fn matches() -> Vec<Checked> {
    let mut texts: Vec<String> = (0..40).map(record).collect();
    texts.push("[Game castle-danger]\n".to_owned());
    texts.push("[Game castle-danger]\n\nB resign\n".to_owned());
    for game in Registry::standard().versions() {
        texts.extend(game.card().samples.iter().map(ToString::to_string));
    }
    let mut found: Vec<Checked> = texts.iter().map(|text| checked(text)).collect();
    for (n, checked) in found.iter_mut().enumerate() {
        let ply = checked.record.log.actions.len();
        let text = format!("{{{n}\n# end 3\n[Game \"x\"]\n\n\"\\ {}", "[%clk 0:01]");
        checked.record.notes.push(Note { ply, text, by: "\" \" ".to_owned(), ..Note::default() });
    }
    found
}

fn export(form: ExportForm, matches: &[Checked]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut export = Export::begin(form, &mut out).expect("begun");
    for checked in matches {
        export.add(&Told::from(checked)).expect("added");
    }
    let totals = export.finish().expect("finished");
    assert_eq!(totals, Totals { count: matches.len(), missing: 0 });
    out
}

/// Reads an export; all of it must be good.
fn import(bytes: Vec<u8>) -> Vec<Checked> {
    let registry = Registry::standard();
    let read = |piece: Piece| piece.check(&registry).and_then(Checked::whole).expect("good");
    pieces(bytes, Limits::default()).into_iter().map(read).collect()
}

#[test]
fn exports_come_back_byte_for_byte() {
    let matches = matches();
    for form in FORMS {
        let first = export(form, &matches);
        let back = import(first.clone());
        assert_eq!(back.len(), matches.len());
        for (back, checked) in back.iter().zip(&matches) {
            assert_eq!(back.record, checked.record);
        }
        assert_eq!(export(form, &back), first, "{form:?}");
        if form != ExportForm::Zip {
            let text = String::from_utf8(first.clone()).expect("text");
            let registry = Registry::standard();
            let inputs = input::records(&text, &registry);
            assert_eq!(inputs.len(), matches.len());
            assert!(inputs.iter().all(|input| input.check(&registry).is_ok()));
            // Line ends that another system makes of it change nothing.
            assert_eq!(import(text.replace('\n', "\r\n").into_bytes()).len(), matches.len());
            assert_eq!(import(gzip(&first)).len(), matches.len());
            assert_eq!(import(first.repeat(2)).len(), 2 * matches.len());
        }
    }
    for form in FORMS {
        assert!(import(export(form, &[])).is_empty());
    }
}

/// The hash of the closing line is what public tools print for the lines before it.
#[test]
fn the_closing_line_can_be_checked_by_hand() {
    let text = String::from_utf8(export(ExportForm::Ndjson, &matches()[..3])).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "{\"gamekeep-export\":1,\"closing\":true}");
    let before: String = lines[..4].iter().map(|line| format!("{line}\n")).collect();
    let hash = blake3::hash(before.as_bytes()).to_hex();
    assert_eq!(lines[4], format!("{{\"gamekeep-export\":1,\"count\":3,\"blake3\":\"{hash}\"}}"));
    let text = String::from_utf8(export(ExportForm::Text, &matches()[..3])).expect("text");
    let (before, last) = text.trim_end().rsplit_once('\n').expect("lines");
    let hash = blake3::hash(format!("{before}\n").as_bytes()).to_hex();
    assert_eq!(last, format!("# end 3 {hash}"));
}

/// The one refusal that a file gives, in memory and as a source.
#[track_caller]
fn refusal(text: &str) -> Refusal {
    let found = pieces(text, Limits::default());
    let inputs = input::records(text, &Registry::standard());
    let forms: Vec<Form> = inputs.iter().map(|input| input.form).collect();
    assert_eq!(found.iter().map(|piece| piece.form).collect::<Vec<_>>(), forms);
    match forms.as_slice() {
        [Form::Refused(refusal)] => *refusal,
        other => panic!("{} pieces, the first {:?}", other.len(), other.first()),
    }
}

/// BULK-O1: an export that ends early at any line is refused as a whole.
#[test]
fn bulk_o1_cut_exports() {
    let matches = matches();
    for form in [ExportForm::Ndjson, ExportForm::Text] {
        let text = String::from_utf8(export(form, &matches)).expect("text");
        for (end, _) in text.match_indices('\n').rev().skip(1).step_by(29) {
            assert_eq!(refusal(&text[..end]), Refusal::CutExport, "{form:?} {end}");
            assert_eq!(refusal(&text[..=end]), Refusal::CutExport);
        }
        let first_line = text.find('\n').expect("a line");
        assert_eq!(refusal(&text[..first_line]), Refusal::CutExport);
        // A part from the middle, a line changed, a line doubled.
        let lines: Vec<&str> = text.lines().collect();
        let without = |n: usize| {
            let mut lines = lines.clone();
            lines.remove(n);
            lines.join("\n")
        };
        let found = pieces(without(0), Limits::default());
        assert_eq!(found.len(), matches.len() + 1);
        let last = found.last().map(|piece| piece.form);
        assert_eq!(last, Some(Form::Refused(Refusal::StrayClosing)));
        let inputs = without(0);
        assert_eq!(input::records(&inputs, &Registry::standard()).len(), matches.len() + 1);
        assert!(matches!(
            refusal(&without(lines.len() / 2)),
            Refusal::Count { .. } | Refusal::Changed
        ));
        assert_eq!(refusal(&text.replace("Ada 3\"", "Ada 4\"")), Refusal::Changed);
        let twice = format!("{}\n{text}", without(lines.len() - 1));
        assert_eq!(refusal(&twice), Refusal::CutExport);
    }
    for form in [ExportForm::Ndjson, ExportForm::Text] {
        let packed = gzip(&export(form, &matches));
        let found = pieces(&packed[..packed.len() - 20], Limits::default());
        let forms: Vec<Form> = found.iter().map(|piece| piece.form).collect();
        assert_eq!(forms, [Form::Refused(Refusal::BrokenPacking(Packing::Gzip))]);
    }
    let zip = export(ExportForm::Zip, &matches);
    let found = pieces(&zip[..zip.len() - 30], Limits::default());
    assert_eq!(found.len(), 1);
}

/// BULK-O1: unless told otherwise; and files from elsewhere need no closing line.
#[test]
fn bulk_o1_unless_told_otherwise() {
    let matches = matches();
    let all = |text: &str| {
        let found = pieces(text, Limits { cut: true, ..Limits::default() });
        assert!(heads(&found).iter().all(Result::is_ok));
        found.len()
    };
    for form in [ExportForm::Ndjson, ExportForm::Text] {
        let text = String::from_utf8(export(form, &matches)).expect("text");
        let (cut, _) = text.trim_end().rsplit_once('\n').expect("lines");
        assert_eq!(all(cut), matches.len());
        let (_, plain) = cut.split_once('\n').expect("lines");
        assert_eq!(import(plain.as_bytes().to_vec()).len(), matches.len());
        // In a stream the cut is known only at its end.
        let registry = Registry::standard();
        let stream = std::io::Cursor::new(cut.as_bytes().to_vec());
        let source = Source::of_stream("x", stream, &registry, Limits::default());
        let found: Vec<Piece> = source.map(|piece| piece.expect("readable")).collect();
        let (last, before) = found.split_last().expect("pieces");
        assert_eq!(last.form, Form::Refused(Refusal::CutExport));
        assert_eq!(before.len(), matches.len());
    }
}

/// BULK-O3: a match that the exporting side cannot read is told, and the rest is delivered.
#[test]
fn bulk_o3_a_match_that_cannot_be_read() {
    let matches = matches();
    for form in FORMS {
        let mut out = Vec::new();
        let mut export = Export::begin(form, &mut out).expect("begun");
        export.add(&Told::from(&matches[0])).expect("added");
        export.missing(Link::from_bytes([9; 32])).expect("told");
        export.add(&Told::from(&matches[1])).expect("added");
        assert_eq!(export.finish().expect("finished"), Totals { count: 2, missing: 1 });
        let found = pieces(out.clone(), Limits::default());
        let results = heads(&found);
        assert_eq!(results.len(), 3, "{form:?}");
        assert!(results[0].is_ok() && results[2].is_ok());
        assert_eq!(found[1].form, Form::Refused(Refusal::Missing));
        if form == ExportForm::Zip {
            continue;
        }
        let text = String::from_utf8(out).expect("text");
        let closing = text.lines().last().expect("a line");
        let mark = Mark::of_json(closing).or(Mark::of_text(closing)).expect("a mark");
        assert!(matches!(mark, Mark::Closing(closing) if closing.missing == 1));
        assert_eq!(input::records(&text, &Registry::standard()).len(), 3);
    }
}

/// A line that begins like a mark and is none is told, and the rest is read.
#[test]
fn marks_that_are_none() {
    let json = r#"{"gamekeep":1,"game":"castle-danger","actions":[]}"#;
    let text = format!("{{\"gamekeep-export\":7}}\n{json}\n");
    let found = pieces(text, Limits::default());
    assert_eq!(found[0].form, Form::Refused(Refusal::BrokenMark));
    assert!(heads(&found)[1].is_ok());
    let comment = format!("{}# end of it\n{{\n# gamekeep-export 1\n}}\n", record(1));
    let found = pieces(comment, Limits::default());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].check(&Registry::standard()).expect("good").record.notes.len(), 2);
}
