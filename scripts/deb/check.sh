#!/usr/bin/env bash
# Installs dist/*.deb in a clean Debian system (mmdebstrap, chroot; run as root) and verifies the
# unit. The script starts the service with the command, user and limits of the unit. Then it
# upgrades, removes and purges the package. On a machine with systemd, install the package instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Use Node from the repository, because the Node of the machine may be older.
export PATH="$PWD/node_modules/.bin:$PATH"
port=${FAIRWAY_CHECK_PORT:-18081}
version=$(node -p 'require("./package.json").version')
architecture=$(dpkg --print-architecture)
root=$(mktemp -d /var/tmp/fairway-deb-XXXXXX)
server=''
finish() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  umount --lazy "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap finish EXIT
say() { printf '%s\n' "$*"; }
fail() { say "FAILED: $*"; exit 1; }
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

mmdebstrap --quiet --variant=minbase --include=systemd,passwd,libstdc++6 bookworm "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
FAIRWAY_DEB_VERSION=$version+upgrade bash scripts/deb/build.sh >/dev/null
cp "dist/fairway_${version}_$architecture.deb" "$root/one.deb"
mv "dist/fairway_$version+upgrade_$architecture.deb" "$root/two.deb"

inside dpkg -i /one.deb >/dev/null
say "installed $(inside dpkg-query -W -f '${Version}, ${Installed-Size} kB' fairway), unit $(inside systemctl is-enabled fairway)"
inside systemd-analyze verify /lib/systemd/system/fairway.service || fail 'the unit is not valid'
say 'systemd-analyze verify: no complaint'
say "systemd-analyze security: $(inside systemd-analyze security --offline=true fairway.service 2>&1 | tail -1)"
[ "$(stat -c '%a %u' "$root/var/lib/fairway")" = "700 $(inside id -u fairway)" ] || fail 'the data folder is not private'

# Runs ExecStart with the environment, the user and the limits of the unit.
start() {
  local command
  command=$(sed -n 's/^ExecStart=//p' "$root/lib/systemd/system/fairway.service")
  # This command does not use `inside`, because signals must reach the server instead of a shell.
  # shellcheck disable=SC2086 # the words of the command
  chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin FAIRWAY_CONFIG=/etc/fairway/fairway.json \
    NODE_COMPILE_CACHE=/var/cache/fairway/node PORT="$port" FAIRWAY_DRAIN_S=0 \
    setpriv --reuid=fairway --regid=fairway --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
    $command >"$root/server.log" 2>&1 &
  server=$!
  for _ in $(seq 600); do
    # The port responds a moment before the server handles signals. The log message appears after
    # both.
    if grep -q 'is ready' "$root/server.log" && curl -fsS -o /dev/null "http://127.0.0.1:$port/readyz"; then return; fi
    kill -0 "$server" 2>/dev/null || { tail -5 "$root/server.log"; fail 'the service ended'; }
    sleep 0.5
  done
  fail 'the service is not ready after 300 s'
}
stop() {
  kill -TERM "$server"
  local code=0
  wait "$server" || code=$?
  server=''
  [ "$code" = 0 ] || fail "exit code $code after SIGTERM"
}

start
[ "$(stat -c %u "/proc/$server")" = "$(inside id -u fairway)" ] || fail 'the service does not run as its user'
say "ready as user fairway"
key=$(curl -fsS "http://127.0.0.1:$port/v1/account/signup" -H 'content-type: application/json' -d '{"email":"check@example.com"}' |
  node -e 'process.stdin.on("data", (text) => console.log(JSON.parse(text).api_key))')
stop
say 'stopped with exit code 0'

echo '{ "data_dir": "/var/lib/fairway", "log_level": "warn" }' >"$root/etc/fairway/fairway.json"
inside dpkg -i --force-confold /two.deb >/dev/null
grep -q log_level "$root/etc/fairway/fairway.json" || fail 'the upgrade replaced the settings'
start
curl -fsS -o /dev/null "http://127.0.0.1:$port/v1/account/usage" -H "X-API-Key: $key" || fail 'the account is lost'
inside fairway doctor >"$root/doctor.log" || { cat "$root/doctor.log"; fail 'fairway doctor reports a problem'; }
stop
say "upgraded to $(inside dpkg-query -W -f '${Version}' fairway): settings and account kept, doctor passes"

inside dpkg --remove fairway >/dev/null
[ -e "$root/var/lib/fairway/fairway.db" ] || fail 'removing deleted the data'
[ ! -e "$root/usr/lib/fairway" ] && [ ! -e "$root/lib/systemd/system/fairway.service" ] || fail 'removing left program files'
inside dpkg --purge fairway >/dev/null 2>&1
left=$(find "$root" -mindepth 1 -xdev -name '*fairway*' -not -path "$root/proc/*" -not -path "$root/dev/*" | grep -v '\.deb$' || true)
[ -z "$left" ] || fail "purging left: $left"
inside id fairway >/dev/null 2>&1 && fail 'purging left the user'
say 'removed (data kept) and purged (nothing left)'
