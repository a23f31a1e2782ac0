#!/bin/sh
# Prepares the database of docker-compose.yml: migrates it, and creates a first token if there is none. Safe to repeat.
set -eu
axis db migrate
if [ "$(axis token list --json | tr -d '[:space:]')" = "[]" ]; then
  token="$(axis token create --name first --scope admin)"
  echo "The dashboard: ${AXIS_PUBLIC_URL:-http://127.0.0.1:4747}/#token=$token"
  echo "The token is shown only once. Create others with: docker compose run --rm setup axis token create"
fi
