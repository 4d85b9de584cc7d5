# Two images of one program: `serve`, which is what `docker build .` makes, and `build` (--target build), which adds git and
# certificates. Both have the neural embedder, which is loaded when a snapshot asks for it; with
# --build-arg EMBEDDER=static neither has, and is 290 MB smaller.

# The digest is what is built from; the tag says of what it is. A newer one is printed by
#   docker buildx imagetools inspect node:24-bookworm-slim --format '{{.Manifest.Digest}}'
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df

# hadolint ignore=DL3006
FROM ${NODE_IMAGE} AS compile
# Debian keeps no older version that could be pinned.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ git make python3 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ARG EMBEDDER=transformers
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build \
  && rm -rf dist/test dist/bench dist/fixtures dist/deploy dist/docs \
  && npm prune --omit=dev --no-audit --no-fund \
  && if [ "$EMBEDDER" = static ]; then \
       npm uninstall --no-save --omit=dev --no-audit --no-fund @xenova/transformers \
       && rm -rf data/embedding/needs-e5-small; \
     fi

# hadolint ignore=DL3006
FROM ${NODE_IMAGE} AS program
ENV NODE_ENV=production
WORKDIR /app
COPY --from=compile /app/package.json ./
COPY --from=compile /app/node_modules node_modules
COPY --from=compile /app/data/embedding data/embedding
COPY --from=compile /app/data/platform data/platform
COPY --from=compile /app/data/needs data/needs
COPY --from=compile /app/dist dist
RUN chmod +x dist/cli/main.js \
  && ln -s /app/dist/cli/main.js /usr/local/bin/module-lookup \
  && install -d -o node -g node /snapshots /work
ENTRYPOINT ["module-lookup"]

FROM program AS build
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/*
COPY deploy/build-and-publish.sh /usr/local/bin/build-and-publish
USER node
VOLUME /work
CMD ["--help"]

FROM program AS serve
USER node
VOLUME /snapshots
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["serve", "--snapshot", "/snapshots", "--host", "0.0.0.0"]
