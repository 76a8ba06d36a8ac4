# syntax=docker/dockerfile:1

# Packs the sources as they are published.
FROM node:24-slim AS pack
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
RUN npm pack --ignore-scripts --pack-destination /tmp

# Installs the package as a user does.
FROM node:24-slim AS install
WORKDIR /app
COPY --from=pack /tmp/playa-*.tgz /tmp/
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /tmp/playa-*.tgz

FROM node:24-slim
ENV NODE_ENV=production
COPY --from=install /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4010}/_playa/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/playa/dist/cli.js"]
# Bound to all addresses, the server does not start without PLAYA_CONTROL_TOKEN.
CMD ["serve", "--host", "0.0.0.0", "--data", "/data", "--log", "json"]
