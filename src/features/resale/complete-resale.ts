// POST /administration/property/:propertyId/resale/complete: the price of a sold property goes to the holders of its bricks.

import { recordAdminAction } from '../../core/audit.ts';
import { invalidate } from '../../core/cache.ts';
import { propertyCacheKey } from '../../core/cache-keys.ts';
import { splitByLargestRemainder } from '../../core/cents.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, PROPERTY_NOT_FOUND } from '../../core/errors.ts';
import { type IdempotencyClaim, rememberAnswer } from '../../core/http/idempotency.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { listHolders } from '../../money/bricks/index.ts';
import { lockBalance, move, purseOf } from '../../money/ledger/index.ts';
import { bookTransaction, openPayouts } from '../../money/wallet/index.ts';
import { hasOpenDeals } from '../marketplace/index.ts';
import { lockProperty, toPropertyView } from '../properties/index.ts';
import { DEALS_NOT_SETTLED, SALE_PRICE_NOT_RECEIVED } from './errors.ts';
import { findSpvAccount, finishRepayment, insertSale, type SaleShare, writeResale } from './queries.ts';
import { assertMayComplete, assertSameProperty } from './rules.ts';
import { saleStateOf } from './sale-state.ts';
import type { CompletedResale } from './schemas.ts';

/** Which property, for how many cents, and when; see StartResale for `bodyPropertyId`. */
export type CompleteResale = {
  propertyId: string;
  bodyPropertyId: string | undefined;
  salePriceCents: number;
  completedAt: Temporal.Instant;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Under the property's lock, once per sale: 1. offer accepted, market closed, no deal left, the price in the SPV's SURPLUS, where
 * the archived wire of the buyer lies (A-resale-13); 2. the price is put aside in CAPITAL and shared over the bricks by largest
 * remainder; 3. one payout per holder, carried out by jobs. A total sale completes the resale; after a partial one the bricks stay
 * and another may start (A-resale-14). Errors: `validation-failed`, then those of completeResaleErrors.
 */
export async function completeResale(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: CompleteResale,
): Promise<CompletedResale> {
  const { propertyId, salePriceCents, completedAt, audit } = input;
  assertSameProperty(propertyId, input.bodyPropertyId);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const row = await lockProperty(tx, propertyId);
    if (!row) throw new AppError(PROPERTY_NOT_FOUND);
    const state = saleStateOf(row);
    assertMayComplete(state);
    const { saleType, saleStartedAt, offerAcceptedAt } = state;
    if (await hasOpenDeals(tx, propertyId)) throw new AppError(DEALS_NOT_SETTLED);
    const shares = await distribute(tx, deps, { propertyId, salePriceCents, at });
    const id = newId();
    const facts = { id, saleType, salePriceCents, holderCount: shares.length };
    await insertSale(tx, { ...facts, propertyId, saleStartedAt, offerAcceptedAt, completedAt, at }, shares);
    if (saleType === 'total') await finishRepayment(tx, propertyId);
    const finished =
      saleType === 'total'
        ? { resale_completed_at: completedAt }
        : { resale_sale_started_at: null, resale_offer_accepted_at: null, resale_sale_type: null };
    const completed = await writeResale(tx, propertyId, { ...finished, updated_at: at });
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    const payload = { saleId: id, saleType, salePriceCents, holderCount: shares.length, completedAt: completedAt.toString() };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    const body = { property: toPropertyView(completed), sale: { ...facts, completedAt: completedAt.toString() } };
    await rememberAnswer(tx, input.idempotency, { status: 201, body, at });
    return body;
  });
}

/** Puts the price aside and opens a payout for every holder whose share is not 0. */
async function distribute(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  sale: { propertyId: string; salePriceCents: number; at: Temporal.Instant },
): Promise<SaleShare[]> {
  const { propertyId, salePriceCents, at } = sale;
  const spv = await findSpvAccount(tx, propertyId);
  if (!spv || spv.accountId === null) throw new Error(`purchased property ${propertyId} has no SPV with a wallet`);
  const { spvId, accountId } = spv;
  if ((await lockBalance(tx, purseOf(spvId, 'SURPLUS'))) < salePriceCents) throw new AppError(SALE_PRICE_NOT_RECEIVED);
  const holders = await listHolders(tx, propertyId);
  if (holders.length === 0) throw new Error(`purchased property ${propertyId} has no holders`);
  await bookTransaction(tx, {
    type: 'PROPERTY_SALE',
    owner: { spvId },
    amountCents: salePriceCents,
    propertyId,
    at,
    eventAt: at,
    lines: move(salePriceCents, purseOf(spvId, 'SURPLUS'), purseOf(spvId, 'CAPITAL')),
  });
  const amounts = splitByLargestRemainder(
    salePriceCents,
    holders.map(({ brickCount }) => brickCount),
  );
  const shares = holders.flatMap((holder, index) => {
    const amountCents = amounts[index] ?? 0;
    return amountCents === 0 ? [] : [{ id: newId(), ...holder, amountCents }];
  });
  await openPayouts(
    tx,
    deps,
    {
      purpose: 'property-sale',
      type: 'PROPERTY_SALE',
      fromAccountId: accountId,
      comment: `Sale of ${propertyId}`,
      propertyId,
      at,
    },
    shares.map(({ id, customerId, amountCents }) => ({ subjectId: id, customerId, grossCents: amountCents })),
  );
  return shares;
}
