#!/usr/bin/env bash
# Checks the page: its types, its plain functions, and the whole of it in a browser against the program that SANDTABLE
# names. Installs what it needs: packages of this folder, and Node and Chromium if there are none.
set -euo pipefail
: "${SANDTABLE:?the path of the program to test}"
SANDTABLE=$(realpath "$SANDTABLE")
cd "$(dirname "$0")"
export SANDTABLE CHROMIUM="${CHROMIUM:-/usr/bin/chromium}"
if ! command -v npm >/dev/null; then
    apt-get update -qq && apt-get install -y -qq nodejs npm
fi
if [ ! -x "$CHROMIUM" ]; then
    apt-get update -qq && apt-get install -y -qq chromium
fi
[ -d node_modules ] || npm ci --no-audit --no-fund --silent
npx tsc -p .
node --test unit/*.test.js
node --test --test-concurrency=1 browser/*.test.js
