// POST /properties/:propertyId/purchase: buys bricks of a funding; they are the investor's when the provider has moved the money.

import type { Static } from 'typebox';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, FORBIDDEN, INTERNAL_ERROR } from '../../core/errors.ts';
import { type IdempotencyClaim, rememberAnswer } from '../../core/http/idempotency.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { lockWallets, readWallet } from '../../money/ledger/index.ts';
import { openPayment, sumSentFrom } from '../../money/wallet/index.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer } from '../customers/index.ts';
import { syncMoneyIn } from '../wallet/index.ts';
import { FUNDING_NOT_OPEN, NOT_ENOUGH_BRICKS, NOT_ENOUGH_MONEY, PROPERTY_NOT_FOUND } from './errors.ts';
import { countPurchases, findPropertyForPurchase, insertPurchase, lockProperty, type PropertyForPurchase } from './queries.ts';
import { availableBricks, isFundingOpen, spendableCents, windowEnd } from './rules.ts';
import type { PurchaseView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>;

/** Who buys how many bricks of what; `endUser` is told to the provider. */
export type PurchaseBricksInput = {
  customerId: string;
  propertyId: string;
  brickCount: number;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/** A property that can be bought from: its issuer can collect, its price is known. */
type Issue = { propertyId: string; propertyName: string; spvAccountId: string; totalBricks: number; brickPriceCents: number };

/**
 * 1. the property and its funding (A-primary-purchase-1: the flag canSeeRoyalty is not asked for here); 2. onboarding and
 * rights; 3. bricks left; 4. the provider's balance and new money-ins, outside any transaction; 5. in one transaction: lock
 * the property, count again, lock and check the wallet, hold the money, write the purchase, the payment order and its job.
 * A balance that cannot be read gives 500 and nothing is written (Q112). Returns the waiting purchase, cents.
 */
export async function purchaseBricks(deps: Deps, input: PurchaseBricksInput): Promise<Static<typeof PurchaseView>> {
  const { customerId, propertyId, brickCount } = input;
  const property = await findPropertyForPurchase(deps.db, propertyId);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const issue = openIssue(property, deps.clock.now());

  const customer = await findCustomer(deps.db, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  assertCompletedOnboarding(customer);
  assertFullRights(customer);

  await assertBricksLeft(deps.db, issue, brickCount);
  const priceCents = brickCount * issue.brickPriceCents;
  const providerBalanceCents = await readProviderBalance(deps, input);
  const { availableCents } = await readWallet(deps.db, customerId);
  if (availableCents < priceCents) await syncMoneyIn(deps, customerId);

  return inTransaction(deps.db, async (tx) => {
    await lockProperty(tx, propertyId);
    const at = deps.clock.now();
    const locked = await findPropertyForPurchase(tx, propertyId);
    if (!locked) throw new AppError(PROPERTY_NOT_FOUND);
    const purchase = await writePurchase(tx, deps, { ...input, issue: openIssue(locked, at), providerBalanceCents, at });
    await rememberAnswer(tx, input.idempotency, { status: 201, body: purchase, at });
    return purchase;
  });
}

function openIssue(property: PropertyForPurchase, at: Temporal.Instant): Issue {
  const { spvAccountId, totalBricks, brickPriceCents } = property;
  // Publishing gives all three; a funding without one of them cannot take money.
  if (!isFundingOpen(property, at) || spvAccountId === null || totalBricks === null || brickPriceCents === null)
    throw new AppError(FUNDING_NOT_OPEN);
  return { propertyId: property.id, propertyName: property.name, spvAccountId, totalBricks, brickPriceCents };
}

async function assertBricksLeft(db: Deps['db'] | Tx, { propertyId, totalBricks }: Issue, brickCount: number): Promise<void> {
  const counts = (await countPurchases(db, [propertyId])).get(propertyId);
  if (!counts || availableBricks({ totalBricks, ...counts }) < brickCount) throw new AppError(NOT_ENOUGH_BRICKS);
}

async function readProviderBalance(deps: Deps, { customerId, endUser }: PurchaseBricksInput): Promise<number> {
  const account = await deps.payments.getAccount(customerId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!account.ok) throw new AppError(INTERNAL_ERROR, { cause: account });
  return account.value.balanceCents;
}

type LockedPurchase = PurchaseBricksInput & { issue: Issue; providerBalanceCents: number; at: Temporal.Instant };

async function writePurchase(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  { customerId, propertyId, brickCount, issue, providerBalanceCents, at }: LockedPurchase,
): Promise<Static<typeof PurchaseView>> {
  await assertBricksLeft(tx, issue, brickCount);
  const amountCents = brickCount * issue.brickPriceCents;
  const wallet = (await lockWallets(tx, [customerId])).get(customerId);
  const money = { availableCents: wallet?.availableCents ?? 0, heldCents: wallet?.heldCents ?? 0, providerBalanceCents };
  if (spendableCents({ ...money, sentCents: await sumSentFrom(tx, customerId) }) < amountCents)
    throw new AppError(NOT_ENOUGH_MONEY);

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
    sides: [{ type: 'PRIMARY_PURCHASE', owner: { customerId }, amountCents, held: true }],
  });
  const [transactionId = ''] = transactionIds;
  const end = windowEnd(at, deps.config.WITHDRAWAL_WINDOW_DAYS);
  await insertPurchase(tx, { id, propertyId, customerId, brickCount, amountCents, windowEnd: end, transactionId, at });
  return {
    id,
    propertyId,
    propertyName: issue.propertyName,
    status: 'waiting_provider',
    brickCount,
    amountCents,
    isAutomatic: false,
    windowEnd: end.toString(),
    createdAt: at.toString(),
    transactionId,
    refundTransactionId: null,
  };
}
