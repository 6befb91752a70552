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

# A page, without anything that would have to be installed for it.
fetch() {
    local place=${1#http://}
    exec 3<>"/dev/tcp/${place%:*}/${place#*:}"
    printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&3
    cat <&3
}

# The web app starts by itself, serves its page and its catalogue, and ends when it is asked to.
serve() {
    local data pid address
    data=$(mktemp -d)
    SANDTABLE_DATA="$data" target/release/sandtable serve --port 0 >"$data/log" &
    pid=$!
    for _ in $(seq 100); do grep -q http "$data/log" && break; sleep 0.1; done
    address=$(grep -o 'http://[0-9.:]*' "$data/log")
    [[ $(fetch "$address" /) == *'<title>Sandtable'* ]]
    [[ $(fetch "$address" /api/catalog) == *'"games"'* ]]
    kill -TERM "$pid"
    wait "$pid"
    rm -r "$data"
}
step cargo build --release --locked
step serve
SANDTABLE=target/release/sandtable step crates/sandtable/tests/browser/run.sh
step cargo test --release --locked --quiet -p sandtable --test web_load -- --ignored --nocapture

# The main job and the experiments in their quick form, as a user runs them.
step cargo run --release --locked --quiet -- reproduce --all --quick
step cargo run --release --locked --quiet -- bench --quick

printf '\nAll checks passed.\n'
