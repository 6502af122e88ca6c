// Writes a purchase under the locks of property and investor: checks rights, bricks, money; holds the money, opens the payment.

import type { Static } from 'typebox';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockWallets } from '../../../money/ledger/index.ts';
import { heldByInvestor, openPayment, sumSentFrom } from '../../../money/payments/index.ts';
import { assertCompletedOnboarding, assertFullRights, lockCustomer } from '../../access/customers/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { NOT_ENOUGH_BRICKS, NOT_ENOUGH_MONEY, PROPERTY_NOT_FOUND } from './errors.ts';
import { type Issue, openIssue } from './open-issue.ts';
import { countPurchases, findPropertyForPurchase, insertPurchase } from './queries.ts';
import { availableBricks, spendableCents, windowEnd } from './rules.ts';
import type { PurchaseView } from './schemas.ts';

/**
 * Exactly `brickCount` bricks; or an automatic purchase of as many as `budgetCents`, the wallet and the funding allow, at least
 * one. `providerBalanceCents` was read before the transaction.
 */
export type WantedPurchase = { customerId: string; propertyId: string; providerBalanceCents: number } & (
  | { brickCount: number }
  | { budgetCents: number }
);

type Deps = Pick<AppDeps, 'clock' | 'jobs' | 'config'>;

/**
 * Repeats the caller's checks under the locks, as things may have changed since. Returns the waiting purchase, cents. Errors,
 * after which nothing is written: `primary-purchase.property-not-found`, `.funding-not-open`, those of onboarding and rights,
 * `primary-purchase.not-enough-bricks`, `.not-enough-money`.
 */
export async function placePurchase(tx: Tx, deps: Deps, wanted: WantedPurchase): Promise<Static<typeof PurchaseView>> {
  const { customerId, propertyId } = wanted;
  await lockProperty(tx, propertyId);
  const at = deps.clock.now();
  const property = await findPropertyForPurchase(tx, propertyId);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const issue = openIssue(property, at);
  const customer = await lockCustomer(tx, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  assertCompletedOnboarding(customer);
  assertFullRights(customer);
  const brickCount = await countBricks(tx, issue, wanted);
  const amountCents = brickCount * issue.brickPriceCents;

  const id = newId();
  const { transactionIds } = await openPayment(tx, deps, {
    propertyId,
    order: {
      kind: 'transfer',
      purpose: 'primary-purchase',
      subjectId: id,
      fromAccountId: customerId,
      toAccountId: issue.spvAccountId,
      amountCents,
      comment: `Purchase ${id}`,
      at,
    },
    sides: {
      purchase: { type: 'PRIMARY_PURCHASE', owner: { customerId }, amountCents, hold: heldByInvestor(customerId, amountCents) },
    },
  });
  const end = windowEnd(at, deps.config.WITHDRAWAL_WINDOW_DAYS);
  const isAutomatic = 'budgetCents' in wanted;
  const purchase = { id, propertyId, brickCount, amountCents, isAutomatic, transactionId: transactionIds.purchase };
  await insertPurchase(tx, { ...purchase, customerId, windowEnd: end, at });
  return {
    ...purchase,
    propertyName: issue.propertyName,
    status: 'waiting_provider',
    windowEnd: end.toString(),
    createdAt: at.toString(),
    refundTransactionId: null,
  };
}

/** Checks bricks before money: when both are missing the error is `not-enough-bricks`. */
async function countBricks(tx: Tx, issue: Issue, wanted: WantedPurchase): Promise<number> {
  const { customerId, propertyId, providerBalanceCents } = wanted;
  const { totalBricks, brickPriceCents } = issue;
  const most = 'brickCount' in wanted ? wanted.brickCount : Math.floor(wanted.budgetCents / brickPriceCents);
  const least = 'brickCount' in wanted ? wanted.brickCount : 1;
  const counts = (await countPurchases(tx, [propertyId])).get(propertyId);
  const left = counts ? availableBricks({ totalBricks, ...counts }) : 0;
  if (left < least) throw new AppError(NOT_ENOUGH_BRICKS);

  const wallet = (await lockWallets(tx, [customerId])).get(customerId);
  const money = { availableCents: wallet?.availableCents ?? 0, heldCents: wallet?.heldCents ?? 0, providerBalanceCents };
  const spendable = spendableCents({ ...money, sentCents: await sumSentFrom(tx, customerId) });
  const bricks = Math.min(most, left, Math.floor(spendable / brickPriceCents));
  if (bricks < least) throw new AppError(NOT_ENOUGH_MONEY);
  return bricks;
}
