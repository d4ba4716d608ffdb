#!/usr/bin/env bash
# Tries the API of a running program with Schemathesis, all checks on, for about two minutes.
#
# usage: tests/api/schemathesis.sh [PROGRAM]     (default: target/debug/gamekeep)
# GAMEKEEP_SCHEMATHESIS_SECONDS bounds the run. Without Python or the network it says so and does
# nothing, except where GAMEKEEP_CI is set.
set -euo pipefail
cd "$(dirname "$0")/../.."

program=${1:-target/debug/gamekeep}
seconds=${GAMEKEEP_SCHEMATHESIS_SECONDS:-100}
venv=target/schemathesis
skip() {
  echo "SKIPPED: $1; the API was not tried with Schemathesis" >&2
  [ -z "${GAMEKEEP_CI:-}" ] && exit 0
  exit 1
}

if [ ! -x "$venv/bin/schemathesis" ]; then
  command -v python3 >/dev/null || skip "no python3 here"
  python3 -m venv "$venv" || skip "no Python venv here"
  "$venv/bin/pip" install --quiet --disable-pip-version-check 'schemathesis==4.32.5' ||
    skip "Schemathesis cannot be installed"
fi

folder=$(mktemp -d)
stop() {
  [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT

archive="$folder/archive.sqlite"
GAMEKEEP_LOG=warn,actix_http=off "$program" serve --listen 127.0.0.1:0 --archive "$archive" \
  >"$folder/told" 2>"$folder/log" &
server=$!
for _ in $(seq 100); do
  grep -q 'http://' "$folder/told" && break
  sleep 0.1
done
address=$(grep -o 'http://[0-9.:]*' "$folder/told" | head -n 1)

token=$("$program" token add schemathesis --role recorder --archive "$archive" |
  grep -o 'gk_[A-Za-z0-9_-]*' | head -n 1)

head_of() {
  python3 -c 'import json,sys,urllib.request as u
print(json.load(u.urlopen(sys.argv[1]))["matches"][0]["head"])' \
    "$address/api/v1/matches?limit=1&$1"
}
sed -e "s|ADDRESS|$address|; s|TOKEN|$token|; s|HOOKS|$PWD/tests/api/schemathesis_hooks.py|" \
  -e "s|OPEN|$(head_of result=unfinished)|; s|OVER|$(head_of result=first)|" \
  tests/api/schemathesis.toml >"$folder/schemathesis.toml"

status=0
# Who sends too often without a token is told 429, and the check ignored_auth takes that for no
# refusal. That nothing is written without a token is asked by recording.rs and the table of rights.
"$venv/bin/schemathesis" --config-file "$folder/schemathesis.toml" run \
  "$address/api/v1/openapi.json" \
  --checks all --exclude-checks ignored_auth --workers 1 --max-time "$seconds" --no-color || status=$?
if ! kill -0 "$server" 2>/dev/null || grep -q -E 'ERROR|panicked' "$folder/log"; then
  echo "the server broke:" >&2
  tail -n 20 "$folder/log" >&2
  status=1
fi
exit "$status"
