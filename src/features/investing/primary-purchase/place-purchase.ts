// Writes a purchase: property, rights, bricks and money are judged as they are read, and one call writes it all if they still are so.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import { claimArguments, endClaim, type IdempotencyClaim } from '../../../core/http/idempotency.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWalletWithVersions } from '../../../money/ledger/index.ts';
import { executePaymentJob, sumSentFrom } from '../../../money/payments/index.ts';
import { assertCompletedOnboarding, assertFullRights, type Customer, findCustomer } from '../../access/customers/index.ts';
import { NOT_ENOUGH_BRICKS, NOT_ENOUGH_MONEY, PROPERTY_NOT_FOUND } from './errors.ts';
import { openIssue } from './open-issue.ts';
import { findPropertyForPurchase, insertPurchase, type JudgedPurchase, type PropertyForPurchase } from './queries.ts';
import { availableBricks, spendableCents, windowEnd } from './rules.ts';
import type { PurchaseView } from './schemas.ts';

/** Rows read before the provider was asked. The first attempt judges them: the write checks their versions and the bricks left. */
type SeenRows = { property: PropertyForPurchase; customer: Customer };

/**
 * Exactly `brickCount` bricks, or an automatic purchase of as many as `budgetCents`, the wallet and the funding allow, one at
 * least; `alsoJudge` throws where the plan may not buy. `providerBalanceCents` was read before, outside any transaction.
 */
export type WantedPurchase = { customerId: CustomerId; propertyId: PropertyId; providerBalanceCents: Cents } & (
  | { brickCount: number; seen?: SeenRows }
  | { budgetCents: Cents; alsoJudge: () => Promise<void> }
);

type Deps = Pick<AppDeps, 'clock' | 'jobs' | 'config'>;

/** Each time somebody else was faster with the same property, investor or wallet. */
const MAX_ATTEMPTS = 10;

/**
 * Returns the waiting purchase, cents; `claim` is spent with it. With a transaction the locks last until its end.
 * Errors: `primary-purchase.property-not-found`, `.funding-not-open`, those of onboarding and rights,
 * `primary-purchase.not-enough-bricks`, `.not-enough-money`; nothing is written then.
 */
export async function placePurchase(
  db: Database | Tx,
  deps: Deps,
  wanted: WantedPurchase,
  claim?: IdempotencyClaim,
): Promise<Static<typeof PurchaseView>> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const seen = attempt === 1 && 'seen' in wanted ? wanted.seen : undefined;
    const { purchase, view } = await judge(db, deps, wanted, seen);
    const outcome = await insertPurchase(db, purchase, { queue: executePaymentJob.name, claim: claimArguments(claim, view) });
    if (outcome === 'changed' || outcome === 'not-enough-bricks') continue;
    endClaim(claim, outcome);
    deps.jobs.announce(db, executePaymentJob);
    return view;
  }
  throw new AppError(TEMPORARILY_UNAVAILABLE);
}

/** The purchase as it could be written now. */
async function judge(
  db: Database | Tx,
  { clock, config }: Deps,
  wanted: WantedPurchase,
  seen: SeenRows | undefined,
): Promise<{ purchase: JudgedPurchase; view: Static<typeof PurchaseView> }> {
  const { customerId, propertyId } = wanted;
  const property = seen?.property ?? (await findPropertyForPurchase(db, propertyId));
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  const at = clock.now();
  const issue = openIssue(property, at);
  const customer = seen?.customer ?? (await findCustomer(db, customerId));
  if (!customer) throw new AppError(FORBIDDEN);
  assertCompletedOnboarding(customer);
  assertFullRights(customer);
  const wallet = await readWalletWithVersions(db, customerId);
  if ('alsoJudge' in wanted) await wanted.alsoJudge();
  const brickCount = countBricks(wanted, {
    left: availableBricks({ ...property, ...issue }),
    spendable: spendableCents({
      ...wallet,
      sentCents: await sumSentFrom(db, customerId),
      providerBalanceCents: wanted.providerBalanceCents,
    }),
    brickPriceCents: issue.brickPriceCents,
  });
  const shown = {
    id: newId(),
    propertyId,
    brickCount,
    amountCents: centsOf(brickCount * issue.brickPriceCents),
    isAutomatic: 'budgetCents' in wanted,
    transactionId: newId(),
  };
  const end = windowEnd(at, config.WITHDRAWAL_WINDOW_DAYS);
  return {
    purchase: {
      ...shown,
      paymentId: newId(),
      property: { ...issue, id: propertyId, version: property.version },
      customer,
      wallet,
      windowEnd: end,
      at,
    },
    view: {
      ...shown,
      propertyName: issue.propertyName,
      status: 'waiting_provider',
      windowEnd: end.toString(),
      createdAt: at.toString(),
      refundTransactionId: null,
    },
  };
}

/** Bricks come before money: both missing, the answer is `not-enough-bricks`. */
function countBricks(
  wanted: WantedPurchase,
  { left, spendable, brickPriceCents }: { left: number; spendable: Cents; brickPriceCents: Cents },
): number {
  const most = 'brickCount' in wanted ? wanted.brickCount : Math.floor(wanted.budgetCents / brickPriceCents);
  const least = 'brickCount' in wanted ? wanted.brickCount : 1;
  if (left < least) throw new AppError(NOT_ENOUGH_BRICKS);
  const bricks = Math.min(most, left, Math.floor(spendable / brickPriceCents));
  if (bricks < least) throw new AppError(NOT_ENOUGH_MONEY);
  return bricks;
}
