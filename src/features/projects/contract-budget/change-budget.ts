// How the contract budget of a property changes: by an administrator, or by the payment schedule that names it.

import { type Administrator, recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { propertyCacheKey, writeContractBudget } from '../project-life/index.ts';
import { findSpv } from '../spvs/index.ts';
import { PROJECT_NOT_FOUND, PROVIDER_BALANCE_UNAVAILABLE } from './errors.ts';
import { type BudgetRow, findBudget, lockBudget, lockReserved } from './queries.ts';
import {
  assertBudgetMayChange,
  assertCovered,
  assertNoLateDecrease,
  differences,
  hasContractBudget,
  increaseOf,
  promisedAfter,
} from './rules.ts';
import type { ContractBudget, ContractBudgetEdit } from './schemas.ts';

/** New amounts in cents; at least one of them. */
type EditContractBudget = {
  propertyId: PropertyId;
  changes: ContractBudgetEdit;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
};

/**
 * PATCH /administration/property/:propertyId/contract-budget: interest escrow and construction budget of a published obligation
 * V2.
 * Checks the rules in the order of the document. The provider's balance is read before the transaction, and only for an increase;
 * in the transaction the property is locked and the rules are checked again, as another administrator may have been faster. After
 * the closing the change of the escrow is moved between the project's MAIN and ESCROW. Errors:
 * `validation-failed` (neither field; not published) and the codes of the table.
 */
export async function editContractBudget(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>,
  input: EditContractBudget,
): Promise<ContractBudget> {
  const { propertyId, changes } = input;
  if (changes.totalFundEscrow === undefined && changes.totalConstructionBudget === undefined)
    throw new AppError(VALIDATION_FAILED, {
      faults: [{ path: 'body', reason: 'needs totalFundEscrow or totalConstructionBudget' }],
    });
  const found = await findBudget(deps.db, propertyId);
  if (!found) throw new AppError(PROJECT_NOT_FOUND);
  assertBudgetMayChange(found, changes);
  const increaseCents = increaseOf(found, changes);
  const balanceCents = increaseCents > 0 ? await readSpvBalance(deps, found.spvId, input.endUser) : undefined;
  const { administrator } = input.audit;
  const at = deps.clock.now();
  const changed = await inTransaction(deps.db, async (tx) => {
    const state = await lockBudget(tx, propertyId);
    if (!state) throw new AppError(PROJECT_NOT_FOUND);
    assertBudgetMayChange(state, changes);
    const toCoverCents = increaseOf(state, changes);
    return changeBudget(tx, state, { propertyId, changes, administrator, balanceCents, toCoverCents, at });
  });
  // Meanwhile the change had become an increase, for which the balance was not read: start again.
  return changed ?? editContractBudget(deps, input);
}

/**
 * The caller has locked the property and checked the escrow against what was set aside. The present amounts change nothing. The escrow
 * follows until the closing divides the money, and nothing needs to cover it, as nothing is set aside before. A published obligation V2
 * follows the rules of the contract budget for its construction budget; any other property (a draft, a loan, another obligation) only
 * refuses a decrease after the first transfer to the owner. Returns undefined and writes nothing when it is an increase and the balance
 * was not read: the caller reads it and starts again.
 * Errors: `...-decrease-after-transfer`, `...-increase-requires-provider-funds`.
 */
export async function setBudgetOfSchedule(
  tx: Tx,
  change: Omit<BudgetChange, 'changes' | 'toCoverCents'> & { totalFundEscrow: Cents; totalConstructionBudget: Cents },
): Promise<ContractBudget | undefined> {
  const { totalFundEscrow, totalConstructionBudget, ...rest } = change;
  const state = await findBudget(tx, change.propertyId);
  if (!state) throw new Error(`property ${change.propertyId} was not found, although it is locked`);
  const isDivided = state.escrowSetAsideCents !== null;
  const changes = { totalConstructionBudget, ...(isDivided ? {} : { totalFundEscrow }) };
  const { escrow, budget } = differences(state, changes);
  if (escrow === 0 && budget === 0) return state;
  assertNoLateDecrease(state, changes);
  return changeBudget(tx, state, { ...rest, changes, toCoverCents: hasContractBudget(state) ? centsOf(Math.max(budget, 0)) : 0 });
}

/** Kind of the audit row of every change of the budget. */
export const BUDGET_AUDIT = 'PROPERTY_EDIT_CONTRACT_BUDGET';

/**
 * New amounts in cents. `balanceCents`: the SPV's balance at the provider before the transaction; undefined when it was not read.
 * `toCoverCents`: the increases that need money on the wallet.
 */
type BudgetChange = {
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
async function changeBudget(tx: Tx, state: BudgetRow, change: BudgetChange): Promise<ContractBudget | undefined> {
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

/** Cents. Error: `project.provider-balance-unavailable` (no wallet, or no answer). */
export async function readSpvBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  spvId: SpvId | null,
  endUser: { address: string; userAgent: string | undefined },
): Promise<Cents> {
  const spv = spvId === null ? undefined : await findSpv(deps.db, spvId);
  if (!spv || spv.providerExternalId === null) throw new AppError(PROVIDER_BALANCE_UNAVAILABLE);
  const account = await deps.payments.getAccount(spv.providerExternalId, {
    userAddress: endUser.address,
    userAgent: endUser.userAgent,
  });
  if (!account.ok) throw new AppError(PROVIDER_BALANCE_UNAVAILABLE, { cause: account });
  return account.value.balanceCents;
}
