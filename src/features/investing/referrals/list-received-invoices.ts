// GET /administration/referral-for-primary-purchase/invoices: invoices of referrers, with the rewards that
// they unblocked (A-referral-rewards-8).

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { listReferralInvoices, type ReferralInvoiceRow } from './invoice-queries.ts';
import type { ReferralInvoicesPage, ReferralInvoicesQuery, ReferralInvoiceView } from './reward-schemas.ts';

/** One page, newest first. Error: `validation-failed` for an invalid cursor. */
export async function listReceivedInvoices(
  deps: Pick<AppDeps, 'db'>,
  { limit, cursor, ...filters }: Static<typeof ReferralInvoicesQuery>,
): Promise<Static<typeof ReferralInvoicesPage>> {
  const rows = await listReferralInvoices(deps.db, filters, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The amount of an invoice is exactly the sum of what it unblocked: it is paid once all of that is paid. */
function toView({ referrerCustomerId, referrerEmail, ...row }: ReferralInvoiceRow): ReferralInvoiceView {
  return {
    ...row,
    status: row.paidCents >= row.amountCents ? 'paid' : 'waiting',
    referrer: referrerOf(referrerCustomerId, referrerEmail),
    createdAt: row.createdAt.toString(),
  };
}

function referrerOf(customerId: CustomerId | null, email: string | null): ReferralInvoiceView['referrer'] {
  if (customerId === null) return null;
  if (email === null) throw new Error(`the referrer ${customerId} has no account`);
  return { customerId, email };
}
