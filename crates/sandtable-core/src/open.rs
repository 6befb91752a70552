//! Games that hide nothing.

/// Inside `impl Game for …`: what a seat sees is the state itself. It stands for `View`, `view` and `imagine`.
///
/// A trait cannot say "these are the defaults where `View` is `State`", so a macro does.
#[macro_export]
macro_rules! open_game {
    () => {
        type View = Self::State;

        fn view(&self, state: &Self::State, _: $crate::Seat) -> Self::State {
            state.clone()
        }

        fn imagine(&self, view: &Self::State) -> Self::State {
            view.clone()
        }
    };
}
