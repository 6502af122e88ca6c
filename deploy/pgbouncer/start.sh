#!/bin/sh
# Writes the only account that PgBouncer knows, from the environment, and becomes PgBouncer.
set -eu
umask 077
printf '"mortar" "%s"\n' "${DATABASE_SERVICE_PASSWORD:?}" > /run/pgbouncer/users.txt
unset DATABASE_SERVICE_PASSWORD
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
