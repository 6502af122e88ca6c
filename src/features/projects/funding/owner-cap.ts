// The amount that may be transferred to the owner of a property: within the cap of funding.md#transfers-to-the-project-owner, and
// no more than the project has (A-funding-14), at the provider.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { purseOf, readBalance } from '../../../money/ledger/index.ts';
import { readMoneyAtProvider } from '../../repayment/off-provider/index.ts';
import { sumOwnerTransfers } from './owner-transfer-queries.ts';
import { feesToCome, ownerCapCents, proposedCents } from './rules.ts';
import { readFeesPaid, type TransferProperty } from './transfer-queries.ts';
import { vatBpsOfFees } from './vat-of-fees.ts';

/**
 * Cents. `transferableCents` is negative when the cap has fallen below what was transferred; `proposedCents` leaves in the project what
 * fees and works will take.
 */
export type OwnerAllowance = { capCents: Cents; transferredCents: Cents; transferableCents: Cents; proposedCents: Cents };

/**
 * Fees count as they were paid, else as they are set, with the present VAT of the SPV (French VAT without an SPV). Nothing is
 * transferable before the funding was closed with success. Exact only while the property and its purse MAIN are locked.
 */
export async function readAllowance(
  db: Database | Tx,
  property: TransferProperty,
  frenchVatBps: number,
): Promise<OwnerAllowance> {
  const { propertyId, collectedCents } = property;
  const vatBps = vatBpsOfFees(property, frenchVatBps);
  const paid = await readFeesPaid(db, propertyId);
  const capCents = ownerCapCents(property, vatBps, paid);
  const transferredCents = await sumOwnerTransfers(db, propertyId);
  const mainCents = collectedCents === null ? 0 : await readBalance(db, purseOf(propertyId, 'MAIN'));
  const atProviderCents = await readMoneyAtProvider(db, propertyId, 'feesAndTransfers');
  const transferableCents = centsOf(Math.min(capCents - transferredCents, mainCents, atProviderCents));
  const toComeCents = centsOf(feesToCome(property, vatBps, paid) + property.totalConstructionBudgetCents);
  return {
    ...{ capCents, transferredCents, transferableCents },
    proposedCents: proposedCents({ transferableCents, mainCents, toComeCents }),
  };
}
