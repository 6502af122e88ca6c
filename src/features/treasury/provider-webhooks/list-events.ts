// GET /administration/provider-events: what the provider told, newest first.

import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findEvents } from './event-queries.ts';
import type { ProviderEventsPage, ProviderEventsQuery } from './event-schemas.ts';
import { toProviderEventView } from './event-view.ts';

/** One page. Error: `validation-failed` for a foreign cursor. */
export async function listEvents({ db }: Pick<AppDeps, 'db'>, query: ProviderEventsQuery): Promise<ProviderEventsPage> {
  const { limit, cursor, from, to, ...filters } = query;
  const bounds = {
    ...(from === undefined ? {} : { from: Temporal.Instant.from(from) }),
    ...(to === undefined ? {} : { to: Temporal.Instant.from(to) }),
  };
  const rows = await findEvents(db, { ...filters, ...bounds }, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ receivedAt: at, id }) => ({ at, id }), toProviderEventView);
}
