#!/usr/bin/env bash
# Runs the image localhost/fairway as an operator would: not as root, with a read-only root file
# system and without capabilities. The script checks health, a route, a kill -9 and a clean stop. It
# needs podman, curl and node.
#   FAIRWAY_CHECK_PORT     local port to use
#   FAIRWAY_CHECK_ENGINE   for example "podman --runtime runc", if crun does not support cgroups
#   FAIRWAY_CHECK_OPTIONS  more options of podman run, for example "--ulimit nofile=1024:1024"
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Use Node from the repository, because the Node of the machine may be older.
export PATH="$PWD/node_modules/.bin:$PATH"
port=${FAIRWAY_CHECK_PORT:-18080}
url=http://127.0.0.1:$port
name=fairway-check-$$
read -ra engine <<<"${FAIRWAY_CHECK_ENGINE:-podman}"
read -ra options <<<"${FAIRWAY_CHECK_OPTIONS:-}"
finish() {
  local status=$?
  [ "$status" = 0 ] || "${engine[@]}" logs --tail 20 "$name" || true
  "${engine[@]}" rm --force "$name" >/dev/null 2>&1 || true
  "${engine[@]}" volume rm --force "$name" >/dev/null 2>&1 || true
}
trap finish EXIT

say() { printf '%s\n' "$*"; }
fail() { say "FAILED: $*"; exit 1; }
wait_healthy() {
  local start=$SECONDS
  until "${engine[@]}" healthcheck run "$name" >/dev/null 2>&1; do
    [ $((SECONDS - start)) -lt 300 ] || fail "not healthy after 300 s"
    sleep 0.5
  done
  say "$1: healthy after $((SECONDS - start)) s"
}
in_container() { "${engine[@]}" exec "$name" /nodejs/bin/node -e "$1"; }

"${engine[@]}" volume create "$name" >/dev/null
"${engine[@]}" run --detach --name "$name" --network host --read-only --cap-drop all --security-opt no-new-privileges \
  --env PORT="$port" --env FAIRWAY_DRAIN_S=0 --volume "$name:/data:U" "${options[@]}" localhost/fairway >/dev/null
wait_healthy 'first start'

[ "$(in_container 'console.log(process.getuid())')" = 65532 ] || fail 'the server runs as root'
say 'runs as user 65532'
if in_container "fs.writeFileSync('/app/x', '')" >/dev/null 2>&1; then fail 'the root file system is writable'; fi
say 'the root file system is read-only'

map=$(curl -fsS "$url/tiles/map.json")
route() {
  local body
  body=$(node -e '
    const [west, south, east, north] = JSON.parse(process.argv[1]).regions[0].bounds
    const at = (share) => [south + (north - south) * share, west + (east - west) * share]
    console.log(JSON.stringify({ from: at(0.45), to: at(0.55) }))' "$map")
  curl -fsS -o /dev/null -w '%{http_code} in %{time_total} s' "$url/v1/route" -H 'content-type: application/json' -d "$body"
}
say "route: $(route)"
key=$(curl -fsS "$url/v1/account/signup" -H 'content-type: application/json' -d '{"email":"check@example.com"}' |
  node -e 'process.stdin.on("data", (text) => console.log(JSON.parse(text).api_key))')

"${engine[@]}" kill --signal KILL "$name" >/dev/null
"${engine[@]}" wait "$name" >/dev/null || true
"${engine[@]}" start "$name" >/dev/null
wait_healthy 'after kill -9'
say "route: $(route)"
curl -fsS -o /dev/null "$url/v1/account/usage" -H "X-API-Key: $key" || fail 'the account is lost'
say 'the account is still there'

"${engine[@]}" stop --time 20 "$name" >/dev/null
code=$("${engine[@]}" inspect --format '{{.State.ExitCode}}' "$name")
[ "$code" = 0 ] || fail "exit code $code after podman stop"
say 'stopped with exit code 0'
