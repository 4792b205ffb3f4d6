# docker build -t fairway .
# If no registry is reachable, scripts/container/build.sh builds both base images from Debian
# packages.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian12:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm pack --silent --pack-destination /tmp \
 && mkdir -p /out/app /out/data \
 && tar -xzf /tmp/fairway-*.tgz -C /out/app --strip-components=1

FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="Fairway" \
      org.opencontainers.image.description="Routing service for road, sea, air and self-driving vehicles" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /out/app /app
# 65532 is the user "nonroot" of the base image. The server writes only to /data, so the root file
# system may be read-only.
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
ENV FAIRWAY_HOST=0.0.0.0 \
    FAIRWAY_DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/cache/node \
    PORT=8080
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/nodejs/bin/node", "/app/apps/server/bin/fairway.js"]
CMD ["serve"]
