// An account of the service on a server of this machine, as production asks for: it owns nothing and may only become mortar_app.

import pg from 'pg';

const NAME = 'mortar_service';
const PASSWORD = 'mortar-service-on-this-machine';

/** Makes the account if need be; `ownersUrl` is that of a database that was migrated. Returns the address with which the service signs in. */
export async function serviceAccount(ownersUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownersUrl });
  await client.connect();
  try {
    await client.query(`
      do $$
      begin
        create role ${NAME} login noinherit password '${PASSWORD}';
      exception
        when duplicate_object or unique_violation then null;
      end
      $$`);
    await client.query(`grant mortar_app to ${NAME}`);
  } finally {
    await client.end();
  }
  const url = new URL(ownersUrl);
  url.username = NAME;
  url.password = PASSWORD;
  return url.href;
}
