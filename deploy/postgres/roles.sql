-- Accounts and the database, once, as the superuser (make-accounts.sh): `migrate` acts as mortar_owner, the service as mortar, which may only become mortar_app.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv service_password DATABASE_SERVICE_PASSWORD
\getenv replication_password DATABASE_REPLICATION_PASSWORD
create role mortar_app nologin;
-- createrole: the schema makes the role mortar_app where nobody did.
create role mortar_owner login createrole password :'owner_password';
create role mortar login noinherit password :'service_password';
create role replicator login replication password :'replication_password';
grant mortar_app to mortar;
create database mortar owner mortar_owner;
