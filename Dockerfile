# Built and run without Docker by `npm run check:image`, which follows these very lines.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY src ./src
RUN npm run build
# The empty folder that becomes the volume: copied with an owner, so that a fresh volume belongs to the user below.
RUN mkdir state

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-slim
LABEL org.opencontainers.image.title="whyslow" \
      org.opencontainers.image.description="Incident triage in Slack for people who run vLLM" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build --chown=node:node /app/state /var/lib/whyslow
USER node
VOLUME /var/lib/whyslow
# Where whyslow.yml is looked for and, unless it says otherwise, the store is kept.
WORKDIR /var/lib/whyslow
EXPOSE 8080
# Another port in the configuration: set WHYSLOW_HEALTH_URL to match.
ENV WHYSLOW_HEALTH_URL=http://127.0.0.1:8080/healthz
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(process.env.WHYSLOW_HEALTH_URL).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/dist/main.js", "serve"]
