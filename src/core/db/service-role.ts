// What the account that the service signs in with may do: in production neither rule the server nor own a table.

import pg from 'pg';
import { ConfigError } from '../errors.ts';
import { APPLICATION_ROLE } from './pool.ts';

/** As the service signs in, before it becomes the role of the application. */
type SignedIn = { name: string; isSuperuser: boolean; ownedTable: string | null; isMember: boolean };

/**
 * Throws when the account of this address is a superuser, may act as the owner of a table, or may not become the role of the application.
 * Each connection becomes that role, but whoever has the connection may go back to the account it signed in with: only that one's rights
 * keep what is append-only from being changed.
 */
export async function assertServiceRole(url: string, setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'mortar start' });
  await client.connect();
  try {
    const { rows } = await client.query<SignedIn>(ACCOUNT, [APPLICATION_ROLE]);
    const faults = rows.flatMap((account) => faultsOf(account, setting));
    if (faults.length > 0) throw new ConfigError(faults);
  } finally {
    await client.end();
  }
}

const ACCOUNT = `
  select
    rolname as name,
    rolsuper as "isSuperuser",
    pg_has_role(rolname, $1, 'member') as "isMember",
    (
      select min(owned.oid::regclass::text)
      from pg_class as owned
      where owned.relkind in ('r', 'p')
        and owned.relnamespace::regnamespace::text in ('public', 'pgboss')
        and pg_has_role(rolname, owned.relowner, 'member')
    ) as "ownedTable"
  from pg_roles
  where rolname = session_user`;

function faultsOf({ name, isSuperuser, ownedTable, isMember }: SignedIn, setting: string): string[] {
  const remedy = `Give it an account of its own: \`create role mortar login noinherit password '...'; grant ${APPLICATION_ROLE} to mortar;\`, and the owner's address only to \`migrate\` (docs/guides/going-to-production.md).`;
  if (isSuperuser)
    return [`${setting} signs in as ${name}, a superuser, who could rewrite the ledger and the audit log. ${remedy}`];
  if (ownedTable !== null)
    return [`${setting} signs in as ${name}, who may act as the owner of ${ownedTable} and so rewrite what is final. ${remedy}`];
  return isMember ? [] : [`${setting} signs in as ${name}, who may not act as ${APPLICATION_ROLE}. ${remedy}`];
}
