// Changes the budget of a locked property, in the caller's transaction: the amounts, the money that follows, the audit row.

import { type Administrator, recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { propertyCacheKey, writeContractBudget } from '../project-life/index.ts';
import type { BudgetRow } from './queries.ts';
import { assertCovered, differences, increaseOf } from './rules.ts';
import type { ContractBudget, ContractBudgetEdit } from './schemas.ts';

/** Kind of the audit row, whoever changes the budget. */
export const BUDGET_AUDIT = 'PROPERTY_EDIT_CONTRACT_BUDGET';

/** New amounts in cents. `balanceCents`: what the provider said before the transaction, undefined when it was not asked. */
export type BudgetChange = {
  propertyId: string;
  changes: ContractBudgetEdit;
  administrator: Administrator;
  balanceCents: number | undefined;
  /** Of a property whose increases nobody has to cover. */
  needsNoCover?: boolean;
  at: Temporal.Instant;
};

/**
 * The caller has judged the change but for its money. Undefined when it is an increase that the provider must be asked about first:
 * nothing was written. Error: `...-increase-requires-provider-funds`.
 */
export async function changeBudget(tx: Tx, state: BudgetRow, change: BudgetChange): Promise<ContractBudget | undefined> {
  const increaseCents = change.needsNoCover ? 0 : increaseOf(state, change.changes);
  if (increaseCents > 0 && change.balanceCents === undefined) return undefined;
  assertCovered(increaseCents, change.balanceCents ?? 0);
  const { propertyId, changes, administrator, at } = change;
  const { totalFundEscrow, totalConstructionBudget } = changes;
  const moved = await moveEscrow(tx, state, change);
  const after = await writeContractBudget(tx, propertyId, { totalFundEscrow, totalConstructionBudget, ...moved, at });
  await invalidate(tx, [propertyCacheKey(propertyId)]);
  const before = { totalFundEscrow: state.totalFundEscrow, totalConstructionBudget: state.totalConstructionBudget };
  await recordAdminAction(tx, {
    kind: BUDGET_AUDIT,
    administrator,
    target: { type: 'property', id: propertyId },
    payload: { before, after },
    at,
  });
  return after;
}

/**
 * Between the project's own MAIN and ESCROW; before the closing nothing is divided yet. A decrease gives back no more than was set
 * aside: the closing may have collected less than the escrow (A-funding-2). Returns what is set aside from now on.
 */
async function moveEscrow(
  tx: Tx,
  state: BudgetRow,
  { propertyId, changes, at }: BudgetChange,
): Promise<{ escrowSetAsideCents?: number }> {
  const { spvId, escrowSetAsideCents, totalFundEscrow } = state;
  const differenceCents = differences(state, changes).escrow;
  if (escrowSetAsideCents === null || spvId === null || differenceCents === 0) return {};
  const keptCents = totalFundEscrow + differenceCents;
  const movedCents = differenceCents > 0 ? differenceCents : Math.min(keptCents - escrowSetAsideCents, 0);
  if (movedCents === 0) return {};
  const { MAIN: mainCents } = await lockPurses(tx, propertyId, ['MAIN', 'ESCROW']);
  // The SPV's wallet may hold more: other projects' money, and what transfers under way have taken out of MAIN.
  assertCovered(movedCents, mainCents);
  await bookTransaction(tx, {
    owner: { spvId },
    type: 'ESCROW_CHANGE',
    amountCents: Math.abs(movedCents),
    propertyId,
    at,
    eventAt: at,
    lines: move(movedCents, purseOf(propertyId, 'MAIN'), purseOf(propertyId, 'ESCROW')),
  });
  return { escrowSetAsideCents: escrowSetAsideCents + movedCents };
}
