// Where the money of an echeance goes when the transfer of its management fee is refused. Pure.

import { EXTERNAL, type LedgerLine, purseOf } from '../../../money/ledger/index.ts';
import { deriveEcheance, type MensualiteFacts, pursesOfMensualite } from '../payment-schedule/index.ts';

/**
 * After the refusal, when the hold was given back to FEES (`heldFeesCents` of it) and MAIN: what came in meanwhile repaid the advance in MAIN, or left the
 * investors with less while the fee counted as taken. It goes where it belongs now that the fee is open; of a fee whose debit was
 * charged back meanwhile, what was given back leaves to EXT, which took it then (`claimCents`).
 */
export function linesAfterRefusal(pending: MensualiteFacts & { propertyId: string }, heldFeesCents: number): LedgerLine[] {
  const { propertyId } = pending;
  const open: MensualiteFacts = { ...pending, managementFeesStatus: 'notExecuted', managementFeesTakenCents: 0 };
  const [was, is] = [pursesOfMensualite(pending), pursesOfMensualite(open)];
  const filledCents = deriveEcheance(pending).claimCents - deriveEcheance(open).claimCents;
  const advancedCents = was.HELD - heldFeesCents;
  const change = {
    COUPON: is.COUPON - was.COUPON,
    FEES: is.FEES - heldFeesCents,
    MAIN: is.MAIN - was.MAIN - advancedCents,
    SURPLUS: is.SURPLUS - was.SURPLUS,
  };
  const purses = ['COUPON', 'FEES', 'MAIN', 'SURPLUS'] as const;
  const lines = purses.map((purse) => ({ account: purseOf(propertyId, purse), amountCents: change[purse] }));
  return [...lines, { account: EXTERNAL, amountCents: filledCents }].filter(({ amountCents }) => amountCents !== 0);
}
