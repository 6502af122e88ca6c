#!/bin/sh
# Runs once, when the image makes the data files of the primary.
set -e
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
# Takes effect when the server starts for good: from then on every commit waits for the standby.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --command "alter system set synchronous_standby_names = 'standby'"
