#!/bin/sh
# Makes the accounts and the database of roles.sql, unless they are there: over the network, so that the server itself holds no password
# but its own. Its commits do not wait for the standby, which begins with one of these accounts.
set -eu
export PGOPTIONS='-c synchronous_commit=local'
made="$(psql --no-align --tuples-only --command "select count(*) from pg_database where datname = 'mortar'")"
[ "$made" = 1 ] && exit 0
# What an attempt that broke off has left.
psql --set ON_ERROR_STOP=1 --command 'drop role if exists mortar, mortar_app, mortar_owner, replicator'
exec psql --set ON_ERROR_STOP=1 --file /etc/mortar/roles.sql
