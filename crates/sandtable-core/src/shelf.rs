//! Things that take long to make and never change: made once for a game, and used by all who play it side by side.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// What has been made, by name.
#[derive(Default)]
pub struct Shelf(Mutex<Vec<(String, Arc<dyn Any + Send + Sync>)>>);

impl Shelf {
    /// What stands under a name, or what `make` makes; others who ask for something wait meanwhile. A name stands for one type.
    pub fn get<T: Send + Sync + 'static, E>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut things = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = things.iter().find(|(known, _)| known == name).map(|(_, thing)| thing.clone());
        if let Some(found) = found.and_then(|thing| thing.downcast().ok()) {
            return Ok(found);
        }
        let made = Arc::new(make()?);
        things.push((name.into(), made.clone()));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_a_thing_once_and_nothing_from_a_failure() {
        let shelf = Shelf::default();
        assert_eq!(shelf.get("seven", || Err::<u8, _>("not yet")), Err("not yet"));
        assert_eq!(*shelf.get("seven", || Ok::<u8, &str>(7)).unwrap(), 7);
        assert_eq!(*shelf.get::<u8, &str>("seven", || unreachable!()).unwrap(), 7);
    }
}
