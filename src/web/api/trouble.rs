//! The one match from what the service says to problems.

use super::problem::{Details, Kind, Problem};
use crate::archive::{self, Refused};
use crate::record::fault::{Fault, FaultKind};
use crate::record::link::Link;
use crate::rules::illegal::Illegal;
use crate::service::KeepError;
use crate::service::append::AppendError;
use crate::service::create::CreateError;
use crate::service::table::TableError;
use crate::web::caller::Denied;

fn texts(links: &[Link]) -> Vec<String> {
    links.iter().map(Link::to_string).collect()
}

impl From<KeepError> for Problem {
    fn from(error: KeepError) -> Self {
        let words = error.to_string();
        match error {
            KeepError::NoLink(_) => Problem::new(Kind::NoLink, words),
            KeepError::NotFound { near } => {
                let words = "no match is kept under this link";
                Problem::with(
                    Kind::NoMatch,
                    words,
                    Details { links: texts(&near), ..Details::default() },
                )
            }
            KeepError::NoPly { last, link } => {
                let head = Some(link.to_string());
                Problem::with(
                    Kind::NoPly,
                    words,
                    Details { last: Some(last), head, ..Details::default() },
                )
            }
            KeepError::NoTime { link, .. } => {
                let head = Some(link.to_string());
                Problem::with(Kind::NoPly, words, Details { head, ..Details::default() })
            }
            KeepError::NoClock => Problem::new(Kind::NoPly, words),
            KeepError::Ambiguous { links } => {
                let links = texts(&links);
                Problem::with(Kind::Ambiguous, words, Details { links, ..Details::default() })
            }
            KeepError::Withdrawn => Problem::new(Kind::Withdrawn, words),
            KeepError::Broken(broken) => {
                tracing::error!(%broken, "a stored log does not replay");
                Problem::new(Kind::Damaged, words)
            }
            KeepError::Archive(error) => error.into(),
        }
    }
}

impl From<archive::Error> for Problem {
    fn from(error: archive::Error) -> Self {
        let words = error.to_string();
        match error {
            archive::Error::StaleHead { head } => {
                let head = Some(head.to_string());
                Problem::with(Kind::StaleHead, words, Details { head, ..Details::default() })
            }
            archive::Error::AfterEnd { head } => {
                let head = Some(head.to_string());
                let rule = Some(crate::rules::illegal::AFTER_END.to_owned());
                Problem::with(Kind::MatchOver, words, Details { head, rule, ..Details::default() })
            }
            archive::Error::NotFound => Problem::new(Kind::NoMatch, words),
            archive::Error::Withdrawn { .. } => Problem::new(Kind::Withdrawn, words),
            archive::Error::KeyReused => Problem::new(Kind::KeyReused, words),
            archive::Error::Unfit { .. } => Problem::new(Kind::Unfit, words),
            archive::Error::UnknownRules { .. } => Problem::new(Kind::RulesGone, words),
            archive::Error::Damaged { .. } => {
                tracing::error!(%error, "a match is damaged");
                Problem::new(Kind::Damaged, "the stored bytes of this match cannot be read")
            }
            archive::Error::Broken(archive::Broken::Busy) => {
                tracing::error!(%error, "the archive is busy");
                Problem::new(Kind::Busy, "the archive is busy")
            }
            archive::Error::Broken(_) => {
                tracing::error!(%error, "the archive is in trouble");
                Problem::new(Kind::Broken, "the archive is in trouble")
            }
        }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        let kind = match fault.kind {
            FaultKind::Unreadable if fault.rule.is_some() => Kind::Illegal,
            FaultKind::Unreadable => Kind::BadRecord,
            FaultKind::NotAllowed => Kind::Illegal,
            FaultKind::TooLarge => Kind::TooLarge,
            FaultKind::Differs => Kind::Differs,
        };
        let words = fault.to_string();
        Problem::with(
            kind,
            words,
            Details {
                rule: fault.rule.map(str::to_owned),
                ply: fault.ply,
                line: Some(fault.place.line),
                column: Some(fault.place.column),
                path: fault.place.path,
                found: Some(fault.found).filter(|found| !found.is_empty()),
                ..Details::default()
            },
        )
    }
}

impl From<CreateError> for Problem {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Fault(fault) => fault.into(),
            CreateError::Keep(error) => error.into(),
        }
    }
}

impl From<AppendError> for Problem {
    fn from(error: AppendError) -> Self {
        let words = error.to_string();
        match error {
            AppendError::Keep(error) => error.into(),
            AppendError::Refused(Refused::NotAllowed { ply, illegal }) => {
                Problem::with(Kind::Illegal, words, Details { ply: Some(ply), ..details(&illegal) })
            }
            AppendError::Refused(Refused::TooLarge { ply, .. }) => Problem::with(
                Kind::TooLarge,
                words,
                Details { ply: Some(ply), ..Details::default() },
            ),
            AppendError::Refused(Refused::Time { ply, .. }) => Problem::with(
                Kind::BadRecord,
                words,
                Details { ply: Some(ply), ..Details::default() },
            ),
            AppendError::NoSeat { index, ply, by, .. } => {
                let path = Some(format!("actions[{index}].by"));
                let found = Some(by);
                let details = Details { ply: Some(ply), path, found, ..Details::default() };
                Problem::with(Kind::BadRecord, words, details)
            }
        }
    }
}

/// What a refusal says of its rule and place.
fn details(illegal: &Illegal) -> Details {
    Details {
        rule: Some(illegal.rule.to_owned()),
        column: illegal.column.map(|column| column + 1),
        ..Details::default()
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        let words = error.to_string();
        match error {
            TableError::NoGame { .. } => Problem::new(Kind::NoGame, words),
            TableError::NoRules { .. } => Problem::new(Kind::NoRules, words),
            TableError::Option(error) => {
                let path = Some(format!("options.{}", error.name));
                Problem::with(Kind::BadOption, words, Details { path, ..Details::default() })
            }
            TableError::Position(error) => {
                let (path, column) = (Some("position".to_owned()), Some(error.column + 1));
                Problem::with(
                    Kind::BadPosition,
                    words,
                    Details { path, column, ..Details::default() },
                )
            }
        }
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Self {
        let kind = match denied {
            Denied::NoToken { .. } | Denied::BadToken | Denied::Ended => Kind::NoToken,
            Denied::NoRight { .. } | Denied::OtherSite | Denied::StaleForm => Kind::NotPermitted,
            Denied::WrongHost { .. } => Kind::WrongHost,
            Denied::BadForm { .. } => Kind::BadHeader,
            Denied::TooLong { .. } => Kind::TooLarge,
            Denied::TooSlow => Kind::TooSlow,
            Denied::TooOften { .. } => Kind::TooOften,
            Denied::Busy => Kind::Busy,
            Denied::Trouble => Kind::Broken,
        };
        Problem::new(kind, denied)
    }
}
