// The transactions of an investor as the API shows them: with their direction, what they are part of, and their paper.

import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { listWalletTransactions, type TransactionFilters, type TransactionRow } from './queries.ts';
import { findHeld, readRecords, type TransactionRecord } from './record-queries.ts';
import { directionOf } from './rules.ts';
import type { AdministrationTransactionsPage, TransactionsPage, TransactionView } from './schemas.ts';

type Asked = { customerId: CustomerId; limit: number; cursor?: string | undefined; filters: TransactionFilters };

/** Newest first. Error: `validation-failed` for an invalid cursor. */
export async function listTransactions(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, limit, cursor, filters }: Asked,
): Promise<Static<typeof TransactionsPage>> {
  const rows = await listWalletTransactions(db, customerId, { after: decodeCursor(cursor), limit: limit + 1, filters });
  return toPage(rows, limit, cursorKeyOf, await viewOf(db, rows));
}

/** The same for administrators, with the payments and their outcomes at the provider. Error: `not-found` too. */
export async function listCustomerTransactions(
  { db }: Pick<AppDeps, 'db'>,
  { customerId, limit, cursor, filters }: Asked,
): Promise<Static<typeof AdministrationTransactionsPage>> {
  const after = decodeCursor(cursor);
  await assertCustomer(db, customerId);
  const rows = await listWalletTransactions(db, customerId, { after, limit: limit + 1, filters });
  const view = await viewOf(db, rows);
  return toPage(rows, limit, cursorKeyOf, (row) => {
    const { paymentId, paymentStatus, providerPaymentId, providerMoneyInId, failure } = row;
    return { ...view(row), paymentId, paymentStatus, providerPaymentId: providerPaymentId ?? providerMoneyInId, failure };
  });
}

function cursorKeyOf({ createdAt: at, id }: TransactionRow) {
  return { at, id };
}

/** How the API shows these rows: positive cents, as the type gives the direction, with what each is part of. */
async function viewOf(db: Database, rows: readonly TransactionRow[]): Promise<(row: TransactionRow) => TransactionView> {
  const waiting = rows.filter(({ status }) => status === 'WAITING');
  const [records, held] = await Promise.all([readRecords(db, idsOf(rows)), findHeld(db, idsOf(waiting))]);
  return (row) => {
    const { id, type, status, amountCents, createdAt, eventAt, paymentId, providerMoneyInId, propertyId, propertyName } = row;
    return {
      id,
      type,
      status,
      amountCents,
      direction: directionOf(type),
      isHeld: held.has(id),
      createdAt: createdAt.toString(),
      eventAt: eventAt.toString(),
      // Our payment's id, which is its reference at the provider; for a money-in, the provider's own id.
      reference: paymentId ?? (providerMoneyInId === null ? null : String(providerMoneyInId)),
      propertyId,
      propertyName,
      ...recordView(records.get(id)),
    };
  };
}

function idsOf(rows: readonly TransactionRow[]): string[] {
  return rows.map(({ id }) => id);
}

/** A trade has its paper once it is confirmed, the fee of a withdrawal its invoice. */
function recordView(record: TransactionRecord | undefined): Pick<TransactionView, 'record' | 'paper'> {
  if (!record) return { record: null, paper: null };
  const { kind, id, isConfirmed, invoiceId } = record;
  const ofTrade = isConfirmed ? `/customers/${kind}s/${id}/document` : null;
  return { record: { kind, id }, paper: invoiceId === null ? ofTrade : `/customers/invoices/${invoiceId}/file` };
}
