# One image for every service; which one runs is the command: `services/lead/src/main.ts`.
# `docker compose build` passes NODE_IMAGE from .env, where the tags of all images stand.
ARG NODE_IMAGE

# What an installation depends on, and nothing else: a change of a source leaves the stages with `npm ci` in the cache.
# Named by no list, so that a new service needs no line here.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN find . -name package.json -o -name package-lock.json -o -name .npmrc | xargs cp --parents -t /srv

# The root's own dependencies are left out: development tools, and the runtimes for machines without Node 24.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /srv ./
# Declarations, source maps and documentation are for people; licences stay.
RUN npm ci --omit=dev --include-workspace-root=false --workspace=proto --workspace=services --no-update-notifier \
 && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' \
      -o -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' \) -delete \
 && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY --from=manifests /srv ./
RUN npm ci --include-workspace-root=false --workspace=proto --workspace=web --no-update-notifier
COPY tsconfig.base.json ./
COPY proto proto
COPY web web
RUN npm run build --workspace=web

FROM ${NODE_IMAGE} AS product
WORKDIR /app
# Volumes that are mounted here take this owner.
RUN mkdir /keys /data && chown node:node /keys /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY proto proto
COPY services services
COPY --from=web /app/web/dist web/dist
ENV NODE_ENV=production NODE_OPTIONS="--disable-warning=ExperimentalWarning --disable-warning=TimeoutNegativeWarning" HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090
USER node
ENTRYPOINT ["node"]
