// POST /properties/:propertyId/purchase: buys bricks of a funding; the settlement gives them to the investor once the payment has succeeded.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { type IdempotencyClaim, keyOfClaim } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { assignUnsoldBricks } from '../../../money/bricks/index.ts';
import { heldOf, move, purseOf } from '../../../money/ledger/index.ts';
import {
  type DraftPayment,
  draftPayment,
  type EndedPayment,
  heldByInvestor,
  NOTHING_TO_POST,
  placeIfUnchanged,
  readWalletWithSent,
  settle,
} from '../../../money/payments/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { assertCompletedOnboarding, assertFullRights, type Customer, findCustomer } from '../../access/customers/index.ts';
import { issueTradePaper } from '../invoices/index.ts';
import { assertSpendable, type FundsReading, withFunds } from '../wallet/index.ts';
import { FUNDING_NOT_OPEN, NOT_ENOUGH_BRICKS, NOT_ENOUGH_MONEY, PROPERTY_NOT_FOUND, ROYALTY_FORBIDDEN } from './errors.ts';
import {
  type CheckedPurchase,
  changeStatus,
  type FullPurchase,
  findPropertyForPurchase,
  insertPurchase,
  lockPurchase,
  type PropertyForPurchase,
} from './queries.ts';
import { mailRefund, startRefund } from './refund.ts';
import { availableBricks, isFundingOpen, isInsideWindow, windowEnd } from './rules.ts';
import type { PurchaseView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'propertyQueue' | 'config' | 'payments' | 'log'>;

/** The buyer, the bricks and their property; `endUser` is passed to the provider. */
export type PurchaseBricksInput = {
  customerId: CustomerId;
  propertyId: PropertyId;
  brickCount: number;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. the property and its funding, and royalty to investors who may trade it (A-primary-purchase-1); 2. onboarding and rights; 3. bricks
 * left; 4. what arrived at the provider, where the books have too little, and its balance; 5. all of it checked again, and the money held and
 * the purchase, its payment and its job written in one call; again from 4 where other money of the buyer moved meanwhile. A balance that
 * cannot be read gives 500 and nothing is written (funding.md#primary-purchase). Returns the waiting purchase, cents.
 */
export async function purchaseBricks(deps: Deps, input: PurchaseBricksInput): Promise<Static<typeof PurchaseView>> {
  const { customerId, propertyId, brickCount } = input;
  const [property, customer] = await Promise.all([
    findPropertyForPurchase(deps.db, propertyId),
    findCustomer(deps.db, customerId),
  ]);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const offer = assertFundingOpen(property, deps.clock.now());
  if (!customer) throw new AppError(FORBIDDEN);
  assertMayHold(property, customer);
  assertCompletedOnboarding(customer);
  assertFullRights(customer);

  if (availableBricks({ ...property, ...offer }) < brickCount) throw new AppError(NOT_ENOUGH_BRICKS);
  const costCents = centsOf(brickCount * offer.brickPriceCents);
  const loaded = { property, customer };
  return withFunds(deps, { customerId, costCents, endUser: input.endUser }, (funds, isFirst) =>
    deps.propertyQueue(propertyId, () =>
      placePurchase(deps, { customerId, propertyId, brickCount, funds, loaded: isFirst ? loaded : undefined }, input.idempotency),
    ),
  );
}

/**
 * `funds` were read outside any transaction. `loaded` are rows read before the provider was asked, where it was asked once: the first
 * attempt checks them, as the write checks their versions and the bricks left.
 */
type PurchaseRequest = {
  customerId: CustomerId;
  propertyId: PropertyId;
  brickCount: number;
  funds: FundsReading;
  loaded: { property: PropertyForPurchase; customer: Customer } | undefined;
};

/**
 * Checked as it is read, and written by one call if it still is so. Returns the waiting purchase, cents; `claim` is spent with it.
 * Errors: `primary-purchase.property-not-found`, `.funding-not-open`, those of onboarding and rights,
 * `primary-purchase.not-enough-bricks`, `.not-enough-money`; nothing is written then.
 */
async function placePurchase(
  deps: Deps,
  request: PurchaseRequest,
  claim?: IdempotencyClaim,
): Promise<Static<typeof PurchaseView>> {
  const { view } = await placeIfUnchanged(deps, claim, {
    check: (isFirst) => check(deps, request, isFirst ? request.loaded : undefined),
    write: async ({ purchase, view }) => {
      const outcome = await insertPurchase(deps.db, purchase, keyOfClaim(claim, view));
      // The next check says which are left.
      return outcome === 'not-enough-bricks' ? 'changed' : outcome;
    },
  });
  return view;
}

/** The purchase as it could be written now. */
async function check(
  { db, clock, config }: Deps,
  request: PurchaseRequest,
  loaded: PurchaseRequest['loaded'],
): Promise<{ purchase: CheckedPurchase; view: Static<typeof PurchaseView> }> {
  const { customerId, propertyId } = request;
  const [property, customer, wallet] = await Promise.all([
    loaded?.property ?? findPropertyForPurchase(db, propertyId),
    loaded?.customer ?? findCustomer(db, customerId),
    readWalletWithSent(db, customerId),
  ]);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const at = clock.now();
  const offer = assertFundingOpen(property, at);
  if (!customer) throw new AppError(FORBIDDEN);
  assertMayHold(property, customer);
  assertCompletedOnboarding(customer);
  assertFullRights(customer);
  const { brickCount } = request;
  // Bricks come before money: both missing, the answer is `not-enough-bricks`.
  if (availableBricks({ ...property, ...offer }) < brickCount) throw new AppError(NOT_ENOUGH_BRICKS);
  const amountCents = centsOf(brickCount * offer.brickPriceCents);
  assertSpendable({ reading: request.funds, now: wallet }, { costCents: amountCents, refusal: NOT_ENOUGH_MONEY });
  const id = newId();
  const payment = draftPurchasePayment({ id, offer, customerId, amountCents, at });
  const shown = { id, propertyId, brickCount, amountCents, isAutomatic: false, transactionId: payment.transactionIds.purchase };
  const end = windowEnd(at, config.WITHDRAWAL_WINDOW_DAYS);
  return {
    purchase: {
      ...shown,
      property: { ...offer, id: propertyId, version: property.version },
      customer,
      wallet,
      windowEnd: end,
      payment,
    },
    view: {
      ...shown,
      propertyName: offer.propertyName,
      status: 'waiting_provider',
      windowEnd: end.toString(),
      createdAt: at.toString(),
      refundTransactionId: null,
    },
  };
}

/** What a purchase needs to know of the property; the price in cents. */
export type PurchaseOffer = {
  propertyId: PropertyId;
  propertyName: string;
  spvAccountId: string;
  totalBricks: number;
  brickPriceCents: Cents;
};

/** Error: `primary-purchase.funding-not-open`. */
export function assertFundingOpen(property: PropertyForPurchase, at: Temporal.Instant): PurchaseOffer {
  const { spvAccountId, totalBricks, brickPriceCents } = property;
  // The publication sets all three; without one of them no purchase is possible.
  if (!isFundingOpen(property, at) || spvAccountId === null || totalBricks === null || brickPriceCents === null)
    throw new AppError(FUNDING_NOT_OPEN);
  return { propertyId: property.id, propertyName: property.name, spvAccountId, totalBricks, brickPriceCents };
}

/**
 * An investor who may not trade royalty could never sell it on, and cannot buy it (A-primary-purchase-1). Error:
 * `primary-purchase.royalty-forbidden`.
 */
export function assertMayHold({ contractType }: PropertyForPurchase, { canSeeRoyalty }: Customer): void {
  if (contractType === 'royalty' && !canSeeRoyalty) throw new AppError(ROYALTY_FORBIDDEN);
}

export function draftPurchasePayment(purchase: {
  id: string;
  offer: PurchaseOffer;
  customerId: CustomerId;
  amountCents: Cents;
  at: Temporal.Instant;
}): DraftPayment<'purchase'> {
  const { id, offer, customerId, amountCents, at } = purchase;
  return draftPayment({
    propertyId: offer.propertyId,
    order: {
      kind: 'transfer',
      purpose: 'primary-purchase',
      subjectId: id,
      fromAccountId: customerId,
      toAccountId: offer.spvAccountId,
      amountCents,
      comment: `Purchase ${id}`,
      at,
    },
    sides: {
      purchase: {
        type: 'PRIMARY_PURCHASE',
        owner: { customerId },
        amountCents,
        hold: heldByInvestor(customerId, amountCents),
      },
    },
  });
}

/**
 * Settlement of purpose `primary-purchase`. Succeeded: the money goes to the project's COLLECT in any case; a waiting purchase is
 * confirmed, one that was canceled or declined meanwhile is refunded at once. Failed: the held money is released.
 */
export async function settlePurchase(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const purchase = await lockPurchase(tx, payment.subjectId);
  if (!purchase) throw new Error(`there is no purchase ${payment.subjectId}`);
  const { id, propertyId, customerId, amountCents } = purchase;
  const isWaiting = purchase.status === 'waiting_provider';
  await settle(tx, payment, {
    succeeded: async (at) => {
      if (isWaiting) {
        await deliverBricks(tx, deps, purchase, at);
        // Last, as it locks the row of the property in funding_totals, for which all its purchases wait.
        await changeStatus(tx, id, { from: 'waiting_provider', to: 'confirmed', at });
      } else await startRefund(tx, deps, purchase, at);
      return move(amountCents, heldOf(customerId), purseOf(propertyId, 'COLLECT'));
    },
    failed: async (at) => {
      if (isWaiting) await changeStatus(tx, id, { from: 'waiting_provider', to: 'declined', at });
      await mailRefund(tx, deps, purchase);
      return NOTHING_TO_POST;
    },
  });
}

/** Assigns the bricks, issues the trade paper and mails the investor. */
async function deliverBricks(tx: Tx, deps: Pick<AppDeps, 'jobs'>, purchase: FullPurchase, at: Temporal.Instant): Promise<void> {
  const { id, propertyId, customerId, brickCount, windowEnd } = purchase;
  const found = await assignUnsoldBricks(tx, id);
  if (found !== brickCount) throw new Error(`property ${propertyId} has ${found} unsold bricks instead of ${brickCount}`);
  const { propertyName, amountCents: priceCents } = purchase;
  await issueTradePaper(tx, { kind: 'purchase', subjectId: id, customerId, propertyName, brickCount, priceCents, at });
  await enqueueEmail(tx, deps, {
    to: purchase.email,
    template: 'primary-purchase-confirmed',
    data: {
      propertyId,
      propertyName: purchase.propertyName,
      bricks: brickCount,
      totalCents: purchase.amountCents,
      purchasedAt: purchase.createdAt.toString(),
      reference: id,
      ...(purchase.isAutomatic ? { automatic: true } : {}),
      ...(isInsideWindow(windowEnd, at) ? { cancelableUntil: windowEnd.toString() } : {}),
      ...(purchase.firstName === null ? {} : { firstName: purchase.firstName }),
    },
  });
}
