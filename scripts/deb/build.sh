#!/usr/bin/env bash
# Builds dist/fairway_<version>_<architecture>.deb from the output of `npm pack` and Node from
# node_modules. The package contains Node because the version in Debian is older.
# FAIRWAY_DEB_VERSION sets another version, for testing an upgrade.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Use Node from the repository, because the Node of the machine may be older.
export PATH="$PWD/node_modules/.bin:$PATH"
version=$(node -p 'require("./package.json").version')
deb_version=${FAIRWAY_DEB_VERSION:-$version}
architecture=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

mkdir -p "$root/usr/lib/fairway" dist
tar -xzf "fairway-$version.tgz" -C "$root/usr/lib/fairway" --strip-components=1 --no-same-owner
install -D "$(node -p process.execPath)" "$root/usr/lib/fairway/bin/node"
strip --strip-unneeded "$root/usr/lib/fairway/bin/node" 2>/dev/null || true
install -D -m 755 deploy/deb/fairway.sh "$root/usr/bin/fairway"
install -D -m 644 deploy/deb/fairway.service "$root/lib/systemd/system/fairway.service"
install -D -m 644 deploy/deb/fairway.json "$root/etc/fairway/fairway.json"
install -D -m 644 LICENSE "$root/usr/share/doc/fairway/copyright"
install -D -m 644 README.md "$root/usr/share/doc/fairway/README.md"
chmod -R u=rwX,go=rX "$root"

install -d "$root/DEBIAN"
echo /etc/fairway/fairway.json >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 755 "deploy/deb/$script" "$root/DEBIAN/$script"; done
cat >"$root/DEBIAN/control" <<CONTROL
Package: fairway
Version: $deb_version
Architecture: $architecture
Maintainer: The Fairway maintainers <maintainers@fairway.invalid>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd, util-linux
Suggests: postgresql, redis-server
Section: net
Priority: optional
Description: routing service for road, sea, air and self-driving vehicles
 Fairway answers HTTP requests for routes, matrices, optimizations, places and
 live positions from its own maps. It has an embedded database and requires no
 configuration. After the installation it listens on 127.0.0.1:8080.
CONTROL
dpkg-deb --build --root-owner-group -Zxz -z1 "$root" "dist/fairway_${deb_version}_$architecture.deb"
ls -l "dist/fairway_${deb_version}_$architecture.deb" | awk '{ print $5 " bytes" }'
