// An investor's primary purchases, listed and one by one.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer } from '../../access/customers/index.ts';
import { PURCHASE_NOT_FOUND } from './errors.ts';
import { findPurchaseOf, type ListedPurchase, listPurchasesOf } from './queries.ts';
import type {
  AdministrationPurchase,
  AdministrationPurchasesPage,
  AdministrationPurchasesQuery,
  PurchasesPage,
  PurchaseView,
} from './schemas.ts';

/** Newest first, in any status; cents. Error: `validation-failed` for an invalid cursor. */
export async function listPurchases(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof PurchasesPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listPurchasesOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toListedPurchase);
}

/** In any status; cents. Error: `primary-purchase.purchase-not-found`, also for another investor's. */
export async function readPurchase(
  deps: Pick<AppDeps, 'db'>,
  key: { customerId: CustomerId; purchaseId: string },
): Promise<Static<typeof PurchaseView>> {
  const row = await findPurchaseOf(deps.db, key);
  if (!row) throw new AppError(PURCHASE_NOT_FOUND);
  return toListedPurchase(row);
}

/** Newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerPurchases(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationPurchasesQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationPurchasesPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listPurchasesOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The investor's view with the payment and its outcome at the provider. */
function toView(row: ListedPurchase): Static<typeof AdministrationPurchase> {
  const { updatedAt, paymentId, providerPaymentId, failure } = row;
  return { ...toListedPurchase(row), updatedAt: updatedAt.toString(), paymentId, providerPaymentId, failure };
}

/** Amounts in cents. */
function toListedPurchase(row: ListedPurchase): Static<typeof PurchaseView> {
  const { id, propertyId, propertyName, status, brickCount, amountCents, isAutomatic, transactionId, refundTransactionId } = row;
  return {
    id,
    propertyId,
    propertyName,
    status,
    brickCount,
    amountCents,
    isAutomatic,
    windowEnd: row.windowEnd.toString(),
    createdAt: row.createdAt.toString(),
    transactionId,
    refundTransactionId,
  };
}
