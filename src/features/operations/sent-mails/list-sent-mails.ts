// GET /administration/customers/:customerId/mails: what an investor was mailed, newest first (A-sent-mails-1).

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { findSentMails } from './queries.ts';
import type { SentMailsPage, SentMailsQuery } from './schemas.ts';

/** One page. Errors: `not-found`, `validation-failed` for a malformed cursor. */
export async function listSentMails(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof SentMailsQuery> & { customerId: CustomerId },
): Promise<Static<typeof SentMailsPage>> {
  const { customerId, limit, cursor, from, to, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await findSentMails(deps.db, customerId, { limit, after, ...filters, from: instantOf(from), to: instantOf(to) });
  return toPage(
    rows,
    limit,
    ({ at, id }) => ({ at, id }),
    (row) => ({ ...row, at: row.at.toString() }),
  );
}

function instantOf(text: string | undefined): Temporal.Instant | undefined {
  return text === undefined ? undefined : Temporal.Instant.from(text);
}
