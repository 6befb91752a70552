#!/usr/bin/env bash
# All checks, from a fresh Debian machine with Rust to green: format, lints, tests, docs, and the program itself.
set -euo pipefail
cd "$(dirname "$0")"

# SQLite is compiled in, so a C compiler is needed; Rust's own linker needs one too.
if ! command -v cc >/dev/null; then
    apt-get update -qq && apt-get install -y -qq gcc libc6-dev
fi

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step cargo test --workspace --locked
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked --quiet

# The main job and the experiments in their quick form, as a user runs them.
step cargo run --release --locked
step cargo run --release --locked --quiet -- reproduce --all --quick
step cargo run --release --locked --quiet -- bench --quick

printf '\nAll checks passed.\n'
