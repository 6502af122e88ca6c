// Behind a pooler in transaction mode nothing can be set per connection: what the pooler must set is checked at start.

import { sql } from 'kysely';
import { ConfigError } from '../errors.ts';
import { APPLICATION_ROLE } from './connections.ts';
import type { Database } from './pool.ts';

/**
 * Throws unless the connections of the pooler act as the role of the application, in UTC and with timeouts: without the role the service
 * could change what is append-only, without timeouts a request could wait for ever.
 */
export async function assertPooler(db: Database): Promise<void> {
  const { rows } = await sql<{ role: string; timeZone: string; unset: string[] }>`
    select
      current_user::text as role,
      current_setting('timezone') as "timeZone",
      array(
        select name
        from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name
        where current_setting(name) in ('0', '')
      ) as unset`.execute(db);
  const [found] = rows;
  const faults = [
    ...(found?.role === APPLICATION_ROLE ? [] : [`acts as ${found?.role}, not as ${APPLICATION_ROLE}`]),
    ...(found?.timeZone === 'UTC' ? [] : [`has the time zone ${found?.timeZone}, not UTC`]),
    ...(found?.unset ?? []).map((name) => `has no ${name}`),
  ];
  if (faults.length > 0)
    throw new ConfigError(faults.map((fault) => `The pooler of DATABASE_URL ${fault}: see docs/guides/behind-a-pooler.md.`));
}
