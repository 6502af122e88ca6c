// PATCH /administration/property/:propertyId/contract-budget: interest escrow and construction budget of a published obligation V2.

import { recordAdminAction } from '../../core/audit.ts';
import { invalidate } from '../../core/cache.ts';
import { propertyCacheKey } from '../../core/cache-keys.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { move, purseOf } from '../../money/ledger/index.ts';
import { bookTransaction, lockSpendableMain } from '../../money/wallet/index.ts';
import { findSpv } from '../spvs/index.ts';
import { assertBudgetMayChange, assertCovered, differences, increaseOf } from './edit-rules.ts';
import { type BudgetRow, findBudget, lockBudget, sumSetAside, updateProperty } from './editing-queries.ts';
import { PROJECT_NOT_FOUND, PROVIDER_BALANCE_UNAVAILABLE } from './errors.ts';
import type { ContractBudget } from './listing-schemas.ts';
import type { ContractBudgetEdit } from './schemas.ts';

/** New amounts in cents; at least one of them. */
export type EditContractBudget = {
  propertyId: string;
  changes: ContractBudgetEdit;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
};

/**
 * The rules in the order of the document; the provider's balance is read before the transaction, and only for an increase.
 * Inside it the property is locked and judged again, as another administrator may have been faster. After the closing the
 * ledger follows: what the escrow gains or gives back moves between MAIN and ESCROW (A-properties-23). Errors:
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
  const balanceCents = increaseCents > 0 ? await readBalance(deps, found.spvId, input.endUser) : undefined;
  if (balanceCents !== undefined) assertCovered(increaseCents, balanceCents);
  const at = deps.clock.now();
  const changed = await inTransaction(deps.db, (tx) => change(tx, input, balanceCents, at));
  // It had become an increase, and nobody had asked the provider: begin again.
  return changed ?? editContractBudget(deps, input);
}

async function readBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  spvId: string | null,
  endUser: EditContractBudget['endUser'],
): Promise<number> {
  const spv = spvId === null ? undefined : await findSpv(deps.db, spvId);
  if (!spv || spv.providerExternalId === null) throw new AppError(PROVIDER_BALANCE_UNAVAILABLE);
  const account = await deps.payments.getAccount(spv.providerExternalId, {
    userAddress: endUser.address,
    userAgent: endUser.userAgent,
  });
  if (!account.ok) throw new AppError(PROVIDER_BALANCE_UNAVAILABLE, { cause: account });
  return account.value.balanceCents;
}

/** Judges and writes the locked budget; undefined when it is an increase and no balance was read. */
async function change(
  tx: Tx,
  { propertyId, changes, audit }: EditContractBudget,
  balanceCents: number | undefined,
  at: Temporal.Instant,
): Promise<ContractBudget | undefined> {
  const state = await lockBudget(tx, propertyId);
  if (!state) throw new AppError(PROJECT_NOT_FOUND);
  assertBudgetMayChange(state, changes);
  const increaseCents = increaseOf(state, changes);
  if (increaseCents > 0 && balanceCents === undefined) return undefined;
  assertCovered(increaseCents, balanceCents ?? 0);
  const row = await updateProperty(tx, propertyId, state.status, {
    total_fund_escrow_cents: changes.totalFundEscrow,
    total_construction_budget_cents: changes.totalConstructionBudget,
    updated_at: at,
  });
  await moveEscrow(tx, propertyId, state, differences(state, changes).escrow, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
  const before = { totalFundEscrow: state.totalFundEscrow, totalConstructionBudget: state.totalConstructionBudget };
  const after = {
    totalFundEscrow: row.total_fund_escrow_cents,
    totalConstructionBudget: row.total_construction_budget_cents,
  };
  await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { before, after }, at });
  return after;
}

/**
 * Before the closing nothing is divided yet. A decrease gives back no more than was set aside: the closing may have collected
 * less than the escrow (A-funding-2).
 */
async function moveEscrow(
  tx: Tx,
  propertyId: string,
  state: BudgetRow,
  differenceCents: number,
  at: Temporal.Instant,
): Promise<void> {
  const { spvId, fundingEnded } = state;
  if (!fundingEnded || spvId === null || differenceCents === 0) return;
  const isIncrease = differenceCents > 0;
  const keptCents = state.totalFundEscrow + differenceCents;
  const amountCents = isIncrease ? differenceCents : Math.max((await sumSetAside(tx, propertyId, spvId)) - keptCents, 0);
  if (amountCents === 0) return;
  // The provider may have money that is not in MAIN, or is promised to a transfer under way.
  if (isIncrease) assertCovered(amountCents, await lockSpendableMain(tx, spvId));
  const [from, to] = isIncrease ? (['MAIN', 'ESCROW'] as const) : (['ESCROW', 'MAIN'] as const);
  await bookTransaction(tx, {
    owner: { spvId },
    type: 'ESCROW_CHANGE',
    amountCents,
    propertyId,
    at,
    eventAt: at,
    lines: move(amountCents, purseOf(spvId, from), purseOf(spvId, to)),
  });
}
