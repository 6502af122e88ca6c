// GET /administration/payment-incidents: what moved twice at the provider, and what was done about it.

import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listIncidents } from '../../../money/payments/index.ts';
import { toPaymentIncidentView } from './rules.ts';
import type { PaymentIncidentsPage, PaymentIncidentsQuery } from './schemas.ts';

/** One page. Error: `validation-failed` for a foreign cursor. */
export async function listPaymentIncidents(
  { db }: Pick<AppDeps, 'db'>,
  { status, limit, cursor }: PaymentIncidentsQuery,
): Promise<PaymentIncidentsPage> {
  const which = status === undefined ? {} : { isOpen: status === 'open' };
  const rows = await listIncidents(db, { ...which, limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ foundAt: at, id }) => ({ at, id }), toPaymentIncidentView);
}
