// What may be transferred to the owner of one property: the cap of funding.md#transfers-to-the-project-owner, and no more than
// the project has (A-funding-14).

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { purseOf, readBalance } from '../../../money/ledger/index.ts';
import { vatBpsOfSpv } from '../spvs/index.ts';
import { sumOwnerTransfers } from './owner-transfer-queries.ts';
import { ownerCapCents } from './rules.ts';
import { readFeesPaid, type TransferProperty } from './transfer-queries.ts';

/** Cents. `transferableCents` is below 0 when the cap fell under what was transferred. */
export type OwnerAllowance = { capCents: number; transferredCents: number; transferableCents: number };

/**
 * Of the fees what was paid, else what is set with today's VAT of the SPV (the French while there is none). Nothing is transferable
 * before the funding has closed with success. Exact with the property locked, and its MAIN.
 */
export async function readAllowance(
  db: Database | Tx,
  property: TransferProperty,
  frenchVatBps: number,
): Promise<OwnerAllowance> {
  const { propertyId, country, vatOverrideBps, collectedCents } = property;
  const vatBps = country === null ? frenchVatBps : vatBpsOfSpv({ country, vatOverrideBps }, frenchVatBps);
  const capCents = ownerCapCents(property, vatBps, await readFeesPaid(db, propertyId));
  const transferredCents = await sumOwnerTransfers(db, propertyId);
  const mainCents = collectedCents === null ? 0 : await readBalance(db, purseOf(propertyId, 'MAIN'));
  return { capCents, transferredCents, transferableCents: Math.min(capCents - transferredCents, mainCents) };
}
