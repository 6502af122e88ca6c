// POST /properties/:propertyId/purchase: buys bricks of a funding; the investor gets them once the payment has succeeded.

import type { Static } from 'typebox';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { AppError, FORBIDDEN, hasCode } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCompletedOnboarding, assertFullRights, findCustomer } from '../../access/customers/index.ts';
import { readProviderBalance, syncMoneyIn } from '../wallet/index.ts';
import { NOT_ENOUGH_BRICKS, NOT_ENOUGH_MONEY, PROPERTY_NOT_FOUND } from './errors.ts';
import { openIssue } from './open-issue.ts';
import { placePurchase, type WantedPurchase } from './place-purchase.ts';
import { findPropertyForPurchase } from './queries.ts';
import { availableBricks } from './rules.ts';
import type { PurchaseView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'lanes' | 'config' | 'payments' | 'log'>;

/** Who buys how many bricks of which property; `endUser` is passed to the provider. */
export type PurchaseBricksInput = {
  customerId: CustomerId;
  propertyId: PropertyId;
  brickCount: number;
  endUser: { address: string; userAgent: string | undefined };
  idempotency: IdempotencyClaim | undefined;
};

/**
 * 1. the property and its funding (A-primary-purchase-1: the flag canSeeRoyalty is not asked for here); 2. onboarding and
 * rights; 3. bricks left; 4. the provider's balance; 5. all of it judged again, and the money held and the purchase, its payment
 * and its job written in one call; where the money does not suffice, once more after reading what arrived at the provider.
 * A balance that cannot be read gives 500 and nothing is written (funding.md#primary-purchase). Returns the waiting purchase,
 * cents.
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

  if (availableBricks({ ...property, ...issue }) < brickCount) throw new AppError(NOT_ENOUGH_BRICKS);
  const providerBalanceCents = await readProviderBalance(deps, input);
  const wanted = { customerId, propertyId, brickCount, providerBalanceCents };
  const place = (what: WantedPurchase) => deps.lanes(propertyId, () => placePurchase(deps.db, deps, what, input.idempotency));
  return place({ ...wanted, seen: { property, customer } }).catch(async (error: unknown) => {
    if (!hasCode(error, NOT_ENOUGH_MONEY)) throw error;
    // Money may have arrived that is not booked yet.
    await syncMoneyIn(deps, customerId);
    return place(wanted);
  });
}
