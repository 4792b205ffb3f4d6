#!/usr/bin/env bash
# Builds the image localhost/fairway with buildah (apt-get install buildah mmdebstrap).
#   build.sh            uses the registries that the Dockerfile names
#   build.sh --offline  uses Debian packages, Node from node_modules and the output of `npm pack`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Use Node from the repository, because the Node of the machine may be older.
export PATH="$PWD/node_modules/.bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The base image has the same paths and user as gcr.io/distroless/nodejs24-debian12:nonroot. The
# image has no shell and no package manager.
make_base() {
  mmdebstrap --quiet --variant=extract --include=base-files,libc6,libgcc-s1,libstdc++6,netbase,tzdata \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/lib/*/gconv/*' \
    bookworm "$work/root"
  rm -rf "$work/root/var/cache" "$work/root/var/lib/apt" "$work/root/usr/share/zoneinfo/right"
  install -D "$(node -p 'process.execPath')" "$work/root/nodejs/bin/node"
  printf 'root:x:0:0::/:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n' >"$work/root/etc/passwd"
  printf 'root:x:0:\nnonroot:x:65532:\n' >"$work/root/etc/group"
  local container
  container=$(buildah from scratch)
  buildah copy --quiet "$container" "$work/root" / >/dev/null
  buildah commit --quiet --rm "$container" localhost/fairway-base >/dev/null
}

# The docker format keeps the health check, which the OCI format does not support.
if [ "${1:-}" = --offline ]; then
  make_base
  mkdir -p "$work/build/out/app" "$work/build/out/data"
  tar -xzf fairway-*.tgz -C "$work/build/out/app" --strip-components=1
  # The packed files replace the first stage, which would install packages from a registry.
  sed '/^FROM .* AS build$/,/^$/d' Dockerfile >"$work/Dockerfile"
  sed -i -E 's#^COPY --from=build( --chown=\S+)? /out/#COPY\1 out/#' "$work/Dockerfile"
  buildah build --quiet --format docker --build-arg RUNTIME_IMAGE=localhost/fairway-base \
    --file "$work/Dockerfile" --tag localhost/fairway "$work/build"
else
  buildah build --format docker --tag localhost/fairway .
fi
bytes=$(buildah inspect --type image --format '{{.Docker.Size}}' localhost/fairway 2>/dev/null || true)
podman image inspect localhost/fairway --format 'image size: {{.Size}} bytes' 2>/dev/null || echo "image size: $bytes"
