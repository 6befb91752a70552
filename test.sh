#!/usr/bin/env bash
# All checks, from a fresh Debian machine with Rust to green: format, lints, tests, docs, and the program itself. Everything is
# built once, in the dev profile: optimised, with assertions and overflow checks. CONTRIBUTING.md says where the time goes.
set -euo pipefail
cd "$(dirname "$0")"

# SQLite is compiled in, so a C compiler is needed; Rust's own linker needs one too.
if ! command -v cc >/dev/null; then
    apt-get update -qq && apt-get install -y -qq gcc libc6-dev
fi

# Runs a check, and remembers how long it took.
times=""
step() {
    printf '\n== %s\n' "$*"
    local began=$SECONDS
    "$@"
    times+=$(printf '%5d s  %s' $((SECONDS - began)) "$*")$'\n'
}

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step cargo test --workspace --locked --no-run
step cargo test --workspace --locked
# Tests against files that do not come with the project are ignored unless they are there; nothing passes for want of a file.
theirs=${SANDTABLE_TRIPLEA:-../shared/data/triplea}
if [[ -d $theirs ]]; then
    SANDTABLE_TRIPLEA=$(realpath "$theirs") step cargo test --locked --quiet -p sandtable-games --test it -- --ignored
else
    printf "\n== NOT RUN: the tests against TripleA's own maps; they need the maps in %s\n" "$theirs"
fi
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
    SANDTABLE_DATA="$data" target/debug/sandtable serve --port 0 >"$data/log" &
    pid=$!
    for _ in $(seq 100); do grep -q http "$data/log" && break; sleep 0.1; done
    address=$(grep -o 'http://[0-9.:]*' "$data/log")
    [[ $(fetch "$address" /) == *'<title>Sandtable'* ]]
    [[ $(fetch "$address" /api/catalog) == *'"games"'* ]]
    kill -TERM "$pid"
    wait "$pid"
    rm -r "$data"
}
step serve
SANDTABLE=target/debug/sandtable step crates/sandtable/tests/browser/run.sh
step cargo test --locked --quiet -p sandtable --test it web_load -- --ignored --nocapture

# The published tables in their quick form, and the signature of how everything behaves: a cell that is worse than stated, or
# another signature than the one kept in the repository, fails.
step target/debug/sandtable reproduce --all --quick --fresh --data target/reproduce
step target/debug/sandtable bench --quick

printf '\nAll checks passed.\n%s' "$times"
