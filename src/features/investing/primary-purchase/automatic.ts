// Writes the purchases of several investment plans of one property together, under the locks of all that decides about them.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets } from '../../../money/ledger/index.ts';
import { executePaymentJob, sumSentFromEach } from '../../../money/payments/index.ts';
import { assertCompletedOnboarding, assertFullRights, type Customer, lockCustomers } from '../../access/customers/index.ts';
import { type FundsReading, spendableNow } from '../wallet/index.ts';
import { FUNDING_NOT_OPEN, NOT_ENOUGH_BRICKS, NOT_ENOUGH_MONEY } from './errors.ts';
import { assertFundingOpen, assertMayHold, draftPurchasePayment, type PurchaseOffer } from './purchase.ts';
import {
  type CheckedPurchases,
  findPropertyForPurchase,
  insertAutomaticPurchases,
  lockFundingTotals,
  type PropertyForPurchase,
} from './queries.ts';
import { availableBricks, windowEnd } from './rules.ts';

/**
 * Cents; the funds were read before the transaction, `isReadAgain`: after a reading whose money moved. `refusal`: why the plan may not buy,
 * which counts after rights.
 */
export type AutomaticBuyer = {
  customerId: CustomerId;
  budgetCents: Cents;
  funds: FundsReading;
  isReadAgain: boolean;
  refusal: string | undefined;
};

/**
 * What became of each buyer: a purchase, or the code that the same purchase by hand would have been refused with. `moved`: their money went on
 * since the reading, which has to be repeated.
 */
type AutomaticOutcome = { purchaseId: string } | { reason: string } | 'moved';

type Deps = Pick<AppDeps, 'clock' | 'jobs' | 'config'>;

/**
 * In this order each gets as many bricks as `budgetCents`, the wallet and the funding allow, one at least. The caller has locked the
 * property; customers, totals and wallets are locked here, in the order of ADR 0013. From the first buyer who finds the
 * bricks sold out or the funding closed, nobody has an outcome: `over` is that code. After one whose money moved for the first time nobody
 * has one either, as they would buy the bricks of who comes before them.
 */
export async function placeAutomaticPurchases(
  tx: Tx,
  deps: Deps,
  { propertyId, buyers }: { propertyId: PropertyId; buyers: readonly AutomaticBuyer[] },
): Promise<{ outcomes: Map<CustomerId, AutomaticOutcome>; over?: string }> {
  const outcomes = new Map<CustomerId, AutomaticOutcome>();
  if (buyers.length === 0) return { outcomes };
  const ids = buyers.map(({ customerId }) => customerId);
  const customers = await lockCustomers(tx, ids);
  await lockFundingTotals(tx, propertyId);
  const property = await findPropertyForPurchase(tx, propertyId);
  const at = deps.clock.now();
  const offer = property && findPurchaseOffer(property, at);
  if (!property || !offer) return { outcomes, over: FUNDING_NOT_OPEN };
  const wallets = await lockWallets(tx, ids);
  const sent = await sumSentFromEach(tx, ids);
  const purchases: CheckedPurchases['purchases'][number][] = [];
  let left = availableBricks({ ...property, ...offer });
  let over: string | undefined;
  for (const { customerId, budgetCents, funds, isReadAgain, refusal: refusalOfPlan } of buyers) {
    const customer = customers.get(customerId);
    const wallet = wallets.get(customerId);
    const refusal = refusalOf(property, customer) ?? refusalOfPlan;
    if (!customer || !wallet || refusal !== undefined) {
      outcomes.set(customerId, { reason: refusal ?? FORBIDDEN });
      continue;
    }
    if (left === 0) {
      over = NOT_ENOUGH_BRICKS;
      break;
    }
    const bricksFor = (cents: Cents) => Math.min(left, Math.floor(Math.min(budgetCents, cents) / offer.brickPriceCents));
    const spendable = spendableNow(funds, { ...wallet, sentCents: sent.get(customerId) ?? 0 });
    const brickCount = bricksFor(spendable.cents);
    if (!spendable.isFinal && brickCount < bricksFor(wallet.availableCents)) {
      outcomes.set(customerId, 'moved');
      if (isReadAgain) continue;
      break;
    }
    if (brickCount < 1) {
      outcomes.set(customerId, { reason: NOT_ENOUGH_MONEY });
      continue;
    }
    left -= brickCount;
    const id = newId();
    outcomes.set(customerId, { purchaseId: id });
    const amountCents = centsOf(brickCount * offer.brickPriceCents);
    const payment = draftPurchasePayment({ id, offer, customerId, amountCents, at });
    purchases.push({ id, payment, customer, wallet, brickCount, amountCents });
  }
  if (purchases.length > 0) {
    const checked = { ...offer, id: propertyId, version: property.version };
    const end = windowEnd(at, deps.config.WITHDRAWAL_WINDOW_DAYS);
    await insertAutomaticPurchases(tx, { property: checked, windowEnd: end, at, purchases });
    deps.jobs.announce(tx, executePaymentJob);
  }
  return over === undefined ? { outcomes } : { outcomes, over };
}

function findPurchaseOffer(property: PropertyForPurchase, at: Temporal.Instant): PurchaseOffer | undefined {
  try {
    return assertFundingOpen(property, at);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The code that refuses every purchase of this investor. */
function refusalOf(property: PropertyForPurchase, customer: Customer | undefined): string | undefined {
  if (!customer) return FORBIDDEN;
  try {
    assertMayHold(property, customer);
    assertCompletedOnboarding(customer);
    assertFullRights(customer);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
