// GET /administration/payments: every payment that the platform ordered at the provider, newest first.

import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { findPayments } from './queries.ts';
import { toPaymentView } from './rules.ts';
import type { PaymentsPage, PaymentsQuery } from './schemas.ts';

/** One page. Error: `validation-failed` for a foreign cursor. */
export async function listPayments({ db }: Pick<AppDeps, 'db'>, query: PaymentsQuery): Promise<PaymentsPage> {
  const { limit, cursor, from, to, ...filters } = query;
  const bounds = {
    ...(from === undefined ? {} : { from: Temporal.Instant.from(from) }),
    ...(to === undefined ? {} : { to: Temporal.Instant.from(to) }),
  };
  const rows = await findPayments(db, { ...filters, ...bounds }, { limit, after: decodeCursor(cursor) });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toPaymentView);
}
