// GET /administration/payments-to-be-assigned: what waits, was assigned or was archived, in pages.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { readOpenPayments } from '../../../money/payments/index.ts';
import { findPaymentsPage, sumWaiting } from './history-queries.ts';
import { toPaymentView } from './payment-view.ts';
import { paymentOf } from './rules.ts';
import type { PaymentsPage, PaymentsQuery } from './schemas.ts';

/** One page of one state, newest first, beside how much waits in all. Error: `validation-failed` for a malformed cursor. */
export async function listPaymentsToBeAssigned(
  { db }: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof PaymentsQuery>,
): Promise<Static<typeof PaymentsPage>> {
  const [rows, waiting] = await Promise.all([
    findPaymentsPage(db, filters, { limit, after: decodeCursor(cursor) }),
    sumWaiting(db),
  ]);
  const open = await readOpenPayments(db, rows.map(paymentOf));
  const page = toPage(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (row) => toPaymentView(row, open),
  );
  return { ...page, waiting };
}
