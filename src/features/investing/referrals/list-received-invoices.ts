// GET /administration/referral-for-primary-purchase/invoices: what referrers sent, and what it set free.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listReferralInvoices, type ReferralInvoiceRow } from './invoice-queries.ts';
import type { ReferralInvoicesPage, ReferralInvoicesQuery, ReferralInvoiceView } from './reward-schemas.ts';

/** One page, newest first. Error: `validation-failed` for a foreign cursor. */
export async function listReceivedInvoices(
  deps: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof ReferralInvoicesQuery>,
): Promise<Static<typeof ReferralInvoicesPage>> {
  const rows = await listReferralInvoices(deps.db, filters, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** An invoice is exactly the sum of what it unblocked: paid once all of that has arrived. */
function toView({ referrerCustomerId, referrerEmail, ...row }: ReferralInvoiceRow): ReferralInvoiceView {
  return {
    ...row,
    status: row.paidCents >= row.amountCents ? 'paid' : 'waiting',
    referrer: referrerCustomerId === null ? null : { customerId: referrerCustomerId, email: referrerEmail ?? '' },
    createdAt: row.createdAt.toString(),
  };
}
