#!/bin/sh
# Copies the primary the first time, then follows it. Started anew after a promotion it stays what it has become.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was cut short is thrown away.
  rm -rf "$PGDATA.copy"
  mkdir -p "$(dirname "$PGDATA")"
  PGPASSWORD="${DATABASE_REPLICATION_PASSWORD:?}" pg_basebackup \
    --dbname 'host=primary user=replicator application_name=standby' \
    --pgdata "$PGDATA.copy" --wal-method=stream --checkpoint=fast --write-recovery-conf
  # Once promoted it has no standby of its own, and must not wait for one.
  sed -i '/^synchronous_standby_names/d' "$PGDATA.copy/postgresql.auto.conf"
  mv "$PGDATA.copy" "$PGDATA"
fi
unset DATABASE_REPLICATION_PASSWORD
exec postgres "$@"
