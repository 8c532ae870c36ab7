# The tests run on this version and on the lowest one that package.json allows.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY rules/package.json rules/
COPY web/package.json web/
# The script of an install generates the database client and builds the page, which need their sources.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json prisma.config.ts ./
COPY prisma prisma
COPY scripts/generate-client.ts scripts/build-web.ts scripts/compress.ts scripts/
COPY scripts/packages scripts/packages
COPY scripts/served scripts/served
COPY src src
COPY client client
COPY rules rules
COPY web web
COPY docs docs
COPY assets assets
COPY README.md CHANGELOG.md LICENSE ./
RUN npm run prisma:generate && npm run build && npm run build:web && npm run build:sdk

FROM ${NODE_IMAGE}
# Two arenas of memory are enough for a process with one busy thread; glibc makes eight for each processor.
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY rules/package.json rules/
COPY web/package.json web/
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
# The migrations are applied by the server when it starts.
COPY prisma prisma
COPY assets assets
COPY scripts/start scripts/
COPY --from=build /app/dist dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/served served
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["./scripts/start"]
