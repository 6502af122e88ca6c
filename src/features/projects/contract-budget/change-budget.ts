// Changes the budget of a locked property in the caller's transaction: the amounts, the money set aside, and the audit row.

import { type Administrator, recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { propertyCacheKey, writeContractBudget } from '../project-life/index.ts';
import { type BudgetRow, lockReserved } from './queries.ts';
import { assertCovered, differences, promisedAfter } from './rules.ts';
import type { ContractBudget, ContractBudgetEdit } from './schemas.ts';

/** Kind of the audit row, whoever changes the budget. */
export const BUDGET_AUDIT = 'PROPERTY_EDIT_CONTRACT_BUDGET';

/**
 * New amounts in cents. `balanceCents`: the SPV's balance at the provider before the transaction; undefined when it was not read.
 * `toCoverCents`: the increases that need money on the wallet.
 */
export type BudgetChange = {
  propertyId: PropertyId;
  changes: ContractBudgetEdit;
  administrator: Administrator;
  balanceCents: Cents | undefined;
  toCoverCents: Cents;
  at: Temporal.Instant;
};

/**
 * The caller has checked the rules, except those about money. Returns undefined and writes nothing when it is an increase and the
 * balance was not read. Error: `...-increase-requires-provider-funds`.
 */
export async function changeBudget(tx: Tx, state: BudgetRow, change: BudgetChange): Promise<ContractBudget | undefined> {
  const { propertyId, changes, administrator, balanceCents, toCoverCents, at } = change;
  if (toCoverCents > 0) {
    if (balanceCents === undefined) return undefined;
    assertCovered(toCoverCents, centsOf(balanceCents - (await lockReserved(tx, state))));
  }
  const { totalFundEscrow, totalConstructionBudget } = changes;
  const moved = await moveEscrow(tx, state, change);
  const budgetIncreasesCents = promisedAfter(state, changes, toCoverCents);
  const amounts = { totalFundEscrow, totalConstructionBudget, budgetIncreasesCents, ...moved, at };
  const after = await writeContractBudget(tx, propertyId, amounts);
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
 * Moves money between the project's own MAIN and ESCROW; nothing before the closing, which divides the money first. A decrease
 * moves back at most what was set aside, as the closing may have collected less than the escrow (A-funding-2). Returns the new
 * amount set aside, if it changed.
 */
async function moveEscrow(
  tx: Tx,
  state: BudgetRow,
  { propertyId, changes, at }: BudgetChange,
): Promise<{ escrowSetAsideCents?: Cents }> {
  const { spvId, escrowSetAsideCents, totalFundEscrow } = state;
  const differenceCents = differences(state, changes).escrow;
  if (escrowSetAsideCents === null || spvId === null || differenceCents === 0) return {};
  const keptCents = totalFundEscrow + differenceCents;
  const movedCents = differenceCents > 0 ? differenceCents : centsOf(Math.min(keptCents - escrowSetAsideCents, 0));
  if (movedCents === 0) return {};
  const { MAIN: mainCents } = await lockPurses(tx, propertyId, ['MAIN', 'ESCROW']);
  // The balance of the SPV's wallet is no proof: it includes other projects' money, and money held by pending transfers.
  assertCovered(movedCents, mainCents);
  await bookTransaction(tx, {
    owner: { spvId },
    type: 'ESCROW_CHANGE',
    amountCents: centsOf(Math.abs(movedCents)),
    propertyId,
    at,
    eventAt: at,
    lines: move(movedCents, purseOf(propertyId, 'MAIN'), purseOf(propertyId, 'ESCROW')),
  });
  return { escrowSetAsideCents: centsOf(escrowSetAsideCents + movedCents) };
}
