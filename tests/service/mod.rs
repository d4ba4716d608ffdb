//! What can be done, over an archive in a folder of its own.

mod pair;
mod seen;
mod side_lines;
mod trial;

use std::sync::{Arc, LazyLock};

use actix_web::web;

use gamekeep::archive::Archive;
use gamekeep::archive::sqlite::SqliteArchive;
use gamekeep::games::Registry;
use gamekeep::record::input;
use gamekeep::service::Keep;
use gamekeep::service::import::Import;
use gamekeep::web::Site;

/// A match that goes on.
pub(crate) const OPEN: &str = "[Gamekeep \"1\"]\n[Game \"castle-danger\"]\n[Rules \"1\"]\n\
    [Id \"open-1\"]\n[Blue \"heron\"]\n[Red \"moss\"]\n\n\
    1 B +W\n2 B Kc1-b1\n3 B end\n4 R +C\n5 R Cd9-d8\n6 R Cd8*d5\n";

/// A keep and the folder of its archive.
pub(crate) struct Kept {
    pub(crate) keep: Arc<Keep>,
    /// The site over it, for tests of pages.
    pub(crate) site: LazyLock<web::Data<Site>, Box<dyn FnOnce() -> web::Data<Site> + Send>>,
    _folder: tempfile::TempDir,
}

/// A keep over a new archive.
pub(crate) fn keep() -> Kept {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::standard();
    let path = folder.path().join("a.sqlite");
    let archive: Arc<dyn Archive> = Arc::new(SqliteArchive::open(&path, &registry).expect("opens"));
    let keep = Arc::new(Keep::new(registry, archive));
    let of_site = Arc::clone(&keep);
    let site = LazyLock::new(Box::new(|| web::Data::new(Site::new(of_site))) as Box<_>);
    Kept { keep, site, _folder: folder }
}

impl Kept {
    /// Imports records that are all good; the head of the first.
    pub(crate) fn import(&self, text: &str) -> String {
        let inputs = input::records(text, self.keep.registry());
        let (counts, reports) = self.keep.import(&inputs, &Import::default()).expect("imports");
        assert_eq!(counts.refused, 0, "{reports:?}");
        reports[0].kept.as_ref().expect("kept").head.to_string()
    }
}
