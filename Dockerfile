# The suite with Playwright's browsers. The tag is the version of @playwright/test in package.json.
#   docker build -t payment-collection-conformance --label org.opencontainers.image.revision="$(git rev-parse HEAD)" .
#   docker run --rm --env-file .env -v "$PWD/reports:/suite/reports" payment-collection-conformance --shard=1/4
FROM mcr.microsoft.com/playwright:v1.65.1-noble

WORKDIR /suite
RUN chown pwuser:pwuser /suite
USER pwuser

COPY --chown=pwuser:pwuser package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts

COPY --chown=pwuser:pwuser . .
RUN npm run setup

ENTRYPOINT ["npm", "start", "--"]
