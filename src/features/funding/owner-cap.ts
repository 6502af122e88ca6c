// The cap of the transfers to the owner of one property, with the VAT of its SPV.

import { vatBpsOfSpv } from '../spvs/index.ts';
import { ownerCapCents } from './rules.ts';
import type { TransferProperty } from './transfer-queries.ts';

/** Cents; French VAT while the property has no SPV. */
export function capOf(property: TransferProperty, frenchVatBps: number): number {
  const { country, vatOverrideBps } = property;
  const vatBps = country === null ? frenchVatBps : vatBpsOfSpv({ country, vatOverrideBps }, frenchVatBps);
  return ownerCapCents(property, vatBps);
}
