// Money of an echeance changes its purpose in the SPV's wallet: what was assigned, or what a penalty made of it (DOMAIN §1.3, §5.2).

import type { Tx } from '../../core/db/transaction.ts';
import { type LedgerLine, purseOf } from '../../money/ledger/index.ts';
import { bookTransaction } from '../../money/wallet/index.ts';
import { deriveEcheance, type EcheanceRow } from '../payment-schedule/index.ts';

/** An echeance before and after; `assignedCents` came from UNASSIGNED with it, 0 when only its parts change. */
export type Reassignment = {
  before: EcheanceRow;
  after: EcheanceRow;
  assignedCents: number;
  spvId: string;
  at: Temporal.Instant;
};

/**
 * Posts the difference of the derived parts: COUPON, fees, SURPLUS, CAPITAL. Fees that the SPV advanced go back to MAIN, fees
 * paid outside the platform are surplus, as is capital beyond what is due (A-incoming-wires-7). Nothing is posted when nothing changes its purpose. Throws a violation of
 * ledger_balance_not_negative when money that has left would have to come back.
 */
export async function postReassignment(tx: Tx, change: Reassignment): Promise<void> {
  const { after, assignedCents, spvId, at } = change;
  const lines = reassignmentLines(change).filter((line) => line.amountCents !== 0);
  if (lines.length === 0) return;
  const movedCents = assignedCents || lines.reduce((sum, line) => sum + Math.max(line.amountCents, 0), 0);
  await bookTransaction(tx, {
    type: 'ASSIGNMENT',
    owner: { spvId },
    amountCents: movedCents,
    propertyId: after.propertyId,
    at,
    eventAt: at,
    lines,
  });
}

function reassignmentLines({ before, after, assignedCents, spvId }: Reassignment): LedgerLine[] {
  const was = deriveEcheance(before);
  const is = deriveEcheance(after);
  const capital = (row: EcheanceRow) => Math.min(row.paidCapitalCents, row.capitalRepaymentDueCents);
  const excess = (row: EcheanceRow) => row.paidCapitalCents - capital(row);
  return [
    { account: purseOf(spvId, 'UNASSIGNED'), amountCents: -assignedCents },
    { account: purseOf(spvId, 'COUPON'), amountCents: is.investorsReceivedCents - was.investorsReceivedCents },
    { account: purseOf(spvId, purseOfFees(after)), amountCents: is.feesReceivedCents - was.feesReceivedCents },
    { account: purseOf(spvId, 'CAPITAL'), amountCents: capital(after) - capital(before) },
    { account: purseOf(spvId, 'SURPLUS'), amountCents: is.surplusCents - was.surplusCents + excess(after) - excess(before) },
  ];
}

/** Executed with a comment: paid outside the platform. Executed or on its way without: the SPV advanced what was lacking. */
function purseOfFees(row: EcheanceRow): 'FEES' | 'MAIN' | 'SURPLUS' {
  if (row.managementFeesStatus === 'notExecuted') return 'FEES';
  return row.managementFeesComment === null ? 'MAIN' : 'SURPLUS';
}
