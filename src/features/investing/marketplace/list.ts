// Lists of deals: those for sale, those that an investor has part in, and the administrator's list of a customer.

import type { Static } from 'typebox';
import type { Cents } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer, findCustomer } from '../../access/customers/index.ts';
import { OWN_DEAL_NOT_FOUND } from './errors.ts';
import { findDealOf, listDealsOf, type OwnDealRow } from './list-queries.ts';
import { listPendingDeals } from './queries.ts';
import { requireMarketAccess } from './rules.ts';
import type { AdministrationDeal, AdministrationDealsPage, AdministrationDealsQuery, OwnDeal, OwnDealsPage } from './schemas.ts';

/** Page of pending deals, newest first, the caller's own included; prices in cents. */
export async function listDeals(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string; propertyId?: PropertyId; maxBrickPriceCents?: Cents },
) {
  requireMarketAccess(await findCustomer(deps.db, input.customerId));
  const { limit, cursor, propertyId, maxBrickPriceCents } = input;
  const rows = await listPendingDeals(deps.db, { propertyId, maxBrickPriceCents, after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    ({ createdAt: _, ...deal }) => deal,
  );
}

/** Newest first, in any status. Error: `validation-failed` for an invalid cursor. */
export async function listOwnDeals(
  deps: Pick<AppDeps, 'db'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof OwnDealsPage>> {
  const { customerId, limit, cursor } = input;
  const rows = await listDealsOf(deps.db, customerId, { after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }), toOwnDeal);
}

/** Error: `marketplace.deal.not-found`, also for a deal of others. */
export async function readOwnDeal(
  deps: Pick<AppDeps, 'db'>,
  key: { customerId: CustomerId; dealId: string },
): Promise<Static<typeof OwnDeal>> {
  const row = await findDealOf(deps.db, key);
  if (!row) throw new AppError(OWN_DEAL_NOT_FOUND);
  return toOwnDeal(row);
}

/** Newest first. Errors: `not-found`, `validation-failed` for an invalid cursor. */
export async function listCustomerDeals(
  deps: Pick<AppDeps, 'db'>,
  input: Static<typeof AdministrationDealsQuery> & { customerId: CustomerId },
): Promise<Static<typeof AdministrationDealsPage>> {
  const { customerId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  await assertCustomer(deps.db, customerId);
  const rows = await listDealsOf(deps.db, customerId, { after, limit: limit + 1, filters });
  return toPage(rows, limit, ({ createdAt: at, id }) => ({ at, id }), toView);
}

/** The investor's view with both parties, their transactions and the status of the commission. */
function toView(row: OwnDealRow): Static<typeof AdministrationDeal> {
  const { sellerId, buyerId, counterpartName, commissionStatus, buyingTransactionId, sellingTransactionId } = row;
  return { ...toOwnDeal(row), sellerId, buyerId, counterpartName, commissionStatus, buyingTransactionId, sellingTransactionId };
}

/** Amounts in cents. Does not name the other party. */
function toOwnDeal(row: OwnDealRow): Static<typeof OwnDeal> {
  const { id, role, propertyId, propertyName, status, brickCount, brickPriceCents, priceCents, commissionCents } = row;
  const { createdAt, reservedAt, confirmedAt } = row;
  return {
    id,
    role,
    propertyId,
    propertyName,
    status,
    brickCount,
    brickPriceCents,
    priceCents,
    commissionCents,
    createdAt: createdAt.toString(),
    reservedAt: reservedAt?.toString() ?? null,
    confirmedAt: confirmedAt?.toString() ?? null,
  };
}
