#!/bin/sh
# Runs the command line of the installed service. For root, the script switches to the user of the
# service, so that the service can read the written files.
export FAIRWAY_CONFIG="${FAIRWAY_CONFIG:-/etc/fairway/fairway.json}"
set -- /usr/lib/fairway/bin/node /usr/lib/fairway/apps/server/bin/fairway.js "$@"
if [ "$(id -u)" = 0 ]; then
  export HOME=/var/lib/fairway NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-/var/cache/fairway/node}"
  set -- setpriv --reuid=fairway --regid=fairway --clear-groups --no-new-privs -- "$@"
fi
exec "$@"
