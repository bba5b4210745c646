#!/bin/sh
# Does for PostgreSQL in this image what the official image's entrypoint does, as far as the environment of a test needs it:
# POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB, POSTGRES_INITDB_ARGS, POSTGRES_HOST_AUTH_METHOD and PGDATA are honoured, further arguments
# go to postgres. A data directory that is there already is only started. There is no psql, and no /docker-entrypoint-initdb.d.
set -eu
trap 'exit 130' INT TERM # process 1 has no default action; a command that runs ends first

case "${1:-}" in '' | -*) set -- postgres "$@" ;; esac
[ "$1" = postgres ] || exec "$@"
case "${2:-}" in --version | -V | --help) exec "$@" ;; esac

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  user=${POSTGRES_USER:-postgres}
  database=${POSTGRES_DB:-$user}
  method=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  if [ -z "${POSTGRES_PASSWORD:-}" ] && [ "$method" != trust ]; then
    echo "Error: Database is uninitialized and superuser password is not specified: set POSTGRES_PASSWORD" >&2
    exit 1
  fi
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  password=$(umask 077 && mktemp)
  printf '%s\n' "${POSTGRES_PASSWORD:-}" >"$password"
  if [ -n "${POSTGRES_PASSWORD:-}" ]; then
    eval "initdb -D \"\$PGDATA\" --no-sync --no-instructions --username=\"\$user\" --pwfile=\"\$password\" ${POSTGRES_INITDB_ARGS:-}"
  else
    eval "initdb -D \"\$PGDATA\" --no-sync --no-instructions --username=\"\$user\" ${POSTGRES_INITDB_ARGS:-}"
  fi
  rm "$password"
  printf '\nhost all all all %s\n' "$method" >>"$PGDATA/pg_hba.conf"
  if [ "$database" != postgres ]; then
    printf 'CREATE DATABASE "%s"\n' "$(printf '%s' "$database" | sed 's/"/""/g')" | postgres --single -D "$PGDATA" postgres >/dev/null
  fi
  # Whoever waits for this image's server, such as Testcontainers, waits for the second time that it says to be ready.
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  pg_ctl -D "$PGDATA" -m fast -w stop
fi

exec "$@"
