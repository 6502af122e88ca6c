// POST /properties/:propertyId/purchase: buys bricks of a funding; the investor gets them once the payment has succeeded.

import type { Static } from 'typebox';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWallet } from '../../../money/ledger/index.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer } from '../../access/customers/index.ts';
import { readProviderBalance, syncMoneyIn } from '../wallet/index.ts';
import { NOT_ENOUGH_BRICKS, PROPERTY_NOT_FOUND } from './errors.ts';
import { openIssue } from './open-issue.ts';
import { placePurchase } from './place-purchase.ts';
import { countPurchases, findPropertyForPurchase } from './queries.ts';
import { availableBricks } from './rules.ts';
import type { PurchaseView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>;

/** Who buys how many bricks of which property; `endUser` is passed to the provider. */
export type PurchaseBricksInput = {
  customerId: string;
  propertyId: string;
  brickCount: number;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. the property and its funding (the flag canSeeRoyalty is not required, A-primary-purchase-1); 2. onboarding and rights;
 * 3. bricks left; 4. the provider's balance and new money-ins, outside any transaction; 5. in one transaction `placePurchase`:
 * lock property and wallet, check again, hold the money, write the purchase, its payment and the job.
 * When the balance cannot be read the answer is 500 and nothing is written (funding.md#primary-purchase). Returns the waiting
 * purchase, cents.
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

  const counts = (await countPurchases(deps.db, [propertyId])).get(propertyId);
  if (!counts || availableBricks({ totalBricks: issue.totalBricks, ...counts }) < brickCount)
    throw new AppError(NOT_ENOUGH_BRICKS);
  const priceCents = brickCount * issue.brickPriceCents;
  const providerBalanceCents = await readProviderBalance(deps, input);
  const { availableCents } = await readWallet(deps.db, customerId);
  if (availableCents < priceCents) await syncMoneyIn(deps, customerId);

  const wanted = { customerId, propertyId, brickCount, providerBalanceCents };
  return inIdempotentTransaction(deps.db, input.idempotency, (tx) => placePurchase(tx, deps, wanted));
}
