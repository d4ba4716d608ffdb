//! Work on all cores.

use std::thread;

/// What `of` gives for each item, in the order of the items, worked out on all cores.
///
/// # Panics
/// If `of` does.
pub(super) fn map<T: Sync, U: Send>(items: &[T], of: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 || items.len() < 2 {
        return items.iter().map(of).collect();
    }
    let of = &of;
    thread::scope(|scope| {
        let shares = items.chunks(items.len().div_ceil(cores));
        let work = |share: &'_ [T]| share.iter().map(of).collect::<Vec<U>>();
        let parts: Vec<_> = shares.map(|share| scope.spawn(move || work(share))).collect();
        let mut all = Vec::with_capacity(items.len());
        for part in parts {
            match part.join() {
                Ok(part) => all.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn the_order_is_kept() {
        for count in [0, 1, 2, 7, 1_000] {
            let items: Vec<usize> = (0..count).collect();
            let doubled: Vec<usize> = items.iter().map(|item| item * 2).collect();
            assert_eq!(map(&items, |item| item * 2), doubled);
        }
    }

    #[test]
    #[should_panic(expected = "of seven")]
    fn a_panic_is_not_swallowed() {
        map(&[1, 7, 9], |item| assert!(*item != 7, "of seven"));
    }
}
