//! Players who take over in the middle of a turn that somebody else began.
