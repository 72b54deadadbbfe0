# One image for all services. The command selects the service: `services/lead/src/main.ts`. `docker compose build` passes
# NODE_IMAGE from .env, which holds the tags of all images. A tag with a digest (`name:tag@sha256:...`) pins the base.
# Builds are reproducible: the same sources over the same base give the same files.
ARG NODE_IMAGE

# Copies only the files that `npm ci` reads, so that a change of a source file keeps the stages with `npm ci` cached.
# `find` collects them, so that a new service needs no line here. The laboratory is no part of the image.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN find . -name package.json -o -name package-lock.json -o -name .npmrc | xargs cp --parents -t /srv && rm -r apps/lab

# Without the root's dependencies: development tools, and runtimes for machines without Node 24.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /srv ./
RUN npm ci --omit=dev --include-workspace-root=false --workspace=proto --workspace=packages --workspace=services --workspace=apps --no-update-notifier
# npm keeps a development dependency of one package if another package needs it, so the lists of the tests are removed.
RUN rm -rf web apps/lab \
 && node -e 'const { globSync, readFileSync, writeFileSync } = require("fs"); \
      for (const file of globSync("{.,proto,packages/*,services/*,apps/*}/package.json")) { \
        const { devDependencies, optionalDependencies, workspaces, ...rest } = JSON.parse(readFileSync(file)); \
        writeFileSync(file, JSON.stringify({ ...rest, ...(workspaces && { workspaces: ["proto", "packages/*", "services/*", "apps/*"] }) })); \
      }' \
 && npm prune --offline --no-update-notifier --no-audit
COPY scripts/sbom.mjs /
RUN mkdir /sbom && node /sbom.mjs > /sbom/services.cdx.json
# Removes declarations, sources, source maps and documentation: Node runs no TypeScript of a package. Licences stay. Of the
# encoder's runtime, which has libraries for all platforms, only those of the image's own stay.
RUN find node_modules -type f \( -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.map' \
      -o -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' \) -delete \
 && find node_modules/onnxruntime-node/bin -type f ! -path "*/linux/$(node -p process.arch)/*" -delete \
 && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY --from=manifests /srv ./
RUN npm ci --include-workspace-root=false --workspace=proto --workspace=web --no-update-notifier
COPY tsconfig.base.json ./
COPY proto proto
COPY packages/text packages/text
COPY web web
# The page on how scores are measured shows these figures.
COPY apps/lab/eval/recorded.json apps/lab/eval/
RUN npm run build --workspace=web
# Records the packages that the pages are built from, because the build output does not name them.
COPY scripts/sbom.mjs /
RUN mkdir /sbom && node /sbom.mjs --package-lock-only --workspace=web > /sbom/web.cdx.json

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
# Volumes mounted here, and in /own for the keys of one service each, get this owner.
RUN mkdir /keys /data && chown node:node /keys /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY proto proto
COPY packages packages
COPY services services
COPY --from=manifests /all/apps apps
RUN node --input-type=module -e 'import { mkdirSync } from "node:fs"; import { serviceNames } from "/app/proto/values.ts"; \
      for (const name of serviceNames) mkdirSync(`/own/${name}`, { recursive: true });' && chown -R node:node /own
ENV NODE_ENV=production NODE_OPTIONS=--disable-warning=ExperimentalWarning HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090
USER node

# Node's compile cache of the sources, without types, so that services start faster. It is valid for the image's user and
# Node version. The flags make the cache reproducible; files that differ between two runs are left out.
FROM sources AS compiled
RUN for folder in /tmp/one /tmp/two; do NODE_COMPILE_CACHE=$folder node --predictable --random-seed=1 --input-type=module -e ' \
      for (const path of ["apps/all-in-one/src/services.ts", "packages/service-kit/src/cluster/process.ts", "apps/operations/src/operate.ts"]) \
        await import(`/app/${path}`);' || exit 1; done \
 && cd /tmp/one && find . -type f -exec sh -c 'cmp -s "$1" "/tmp/two/$1" || rm "$1"' - {} \; && chmod -R a+rX .

FROM sources AS product
COPY --from=compiled --chown=root:root /tmp/one .compiled
COPY --from=web /app/web/dist web/dist
COPY --from=dependencies /sbom sbom
COPY --from=web /sbom sbom
ENV NODE_COMPILE_CACHE=/app/.compiled
ARG VERSION=0.2.0
ARG REVISION
LABEL org.opencontainers.image.title="Earshot" \
      org.opencontainers.image.description="Listens to community discussions and finds the posts your next customers write." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Uses bash, because starting node would cost a tenth of a second of processor time each time.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s CMD ["bash", "-c", \
  "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["node"]

# For skaffold.yaml: sources can be replaced at run time, and a service restarts when a file that it loaded changes.
FROM product AS development
ARG SERVICE
LABEL org.opencontainers.image.title="Earshot ${SERVICE}, for development"
USER root
RUN chown -R node:node proto packages services apps
USER node
ENTRYPOINT ["node", "--watch", "--watch-preserve-output"]

# The default target.
FROM product
