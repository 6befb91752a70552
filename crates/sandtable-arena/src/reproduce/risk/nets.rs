//! The networks of our loop, which come with the program, as files that players can be told of.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Failure;

/// The networks, the first first.
pub const NETS: [&[u8]; 8] = [
    include_bytes!("../../../../../data/nets/kth-1.safetensors"),
    include_bytes!("../../../../../data/nets/kth-2.safetensors"),
    include_bytes!("../../../../../data/nets/kth-3.safetensors"),
    include_bytes!("../../../../../data/nets/kth-4.safetensors"),
    include_bytes!("../../../../../data/nets/kth-5.safetensors"),
    include_bytes!("../../../../../data/nets/kth-6.safetensors"),
    include_bytes!("../../../../../data/nets/kth-7.safetensors"),
    include_bytes!("../../../../../data/nets/kth-8.safetensors"),
];
/// The first of those that learned from searches with the value head, counted from 0.
pub const HELPED: usize = 6;

/// A name that changes with a file.
pub fn fingerprint(bytes: &[u8]) -> String {
    // FNV-1a.
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{:08x}", hash >> 32)
}

/// A folder of networks that is gone when nobody needs it any more.
pub struct Shelf(PathBuf);

/// Folders of one program are apart.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Shelf {
    pub fn new() -> Result<Shelf, Failure> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("sandtable-kth-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .map_err(|e| Failure::BadInput(format!("cannot make {}: {e}", folder.display())))?;
        Ok(Shelf(folder))
    }

    /// A network's file.
    pub fn path(&self, net: usize) -> Result<String, Failure> {
        let path = self.0.join(format!("kth-{}.safetensors", net + 1));
        if !path.exists() {
            std::fs::write(&path, NETS[net])
                .map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))?;
        }
        Ok(path.display().to_string())
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
