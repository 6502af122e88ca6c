// The VAT of the platform's fees for the SPV of a property.

import { vatBpsOfSpv } from '../spvs/index.ts';
import type { TransferProperty } from './transfer-queries.ts';

/** Basis points; French VAT without an SPV. */
export function vatBpsOfFees({ country, vatOverrideBps }: TransferProperty, frenchVatBps: number): number {
  return country === null ? frenchVatBps : vatBpsOfSpv({ country, vatOverrideBps }, frenchVatBps);
}
