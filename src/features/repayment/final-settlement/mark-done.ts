// The final settlement of a project is done; each of its steps takes the same lock.

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, PURSES } from '../../../money/ledger/index.ts';
import { recordCapitalLosses, sumLossesOfProject } from '../../investing/taxation/index.ts';
import {
  lockProperty,
  markSettled,
  type PropertyRow,
  projectState,
  propertyCacheKey,
} from '../../projects/project-life/index.ts';
import { type PropertyView, toPropertyView } from '../../projects/properties/index.ts';
import { MONEY_NOT_AT_PROVIDER, sumOffProvider } from '../off-provider/index.ts';
import { lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { findProject, type ProjectRow, sumCapitalDistributed } from './queries.ts';
import { readAccount, readSettlement } from './read-settlement.ts';
import { blockersOfDone, lostCapital, SETTLEMENT_VERBS, type SettlementVerb } from './rules.ts';

/**
 * POST /administration/property/:propertyId/solde-de-tout-compte/done: the final settlement of a project is done.
 * Once, for a project with empty purses and without open payouts, payments or claims (A-final-settlement-5). Capital that the holders
 * have not got back is lost, and recorded for their yearly tax form, as far as a give-up has not done so. Errors in the order of the table.
 */
export async function markSoldeDeToutCompte(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: PropertyId; audit: RouteAudit },
): Promise<PropertyView> {
  const { propertyId, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const project = await lockProject(tx, propertyId, 'mark-solde-de-tout-compte');
    const schedule = await lockSchedule(tx, propertyId);
    await lockPurses(tx, propertyId, PURSES);
    const [blocker] = blockersOfDone(await readAccount(tx, project, schedule));
    if (blocker !== undefined) throw new AppError(blocker);
    // A bank took back what had been paid in place of money that is outside: the wallet lacks it until the owner's wire covers it.
    if ((await sumOffProvider(tx, propertyId)) > 0) throw new AppError(MONEY_NOT_AT_PROVIDER);
    const row = await markSettled(tx, propertyId, at);
    const capitalLossCents = await recordLosses(tx, row, schedule, at);
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    // The audit row keeps the statement as it is now.
    const payload = { ...(await readSettlement({ db: tx }, propertyId)), ...(capitalLossCents > 0 ? { capitalLossCents } : {}) };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return toPropertyView(row);
  });
}

/** Of loans and obligations only: a royalty property has no lent capital. Returns the loss, cents. */
async function recordLosses(tx: Tx, row: PropertyRow, schedule: Schedule | undefined, at: Temporal.Instant): Promise<Cents> {
  const { id: propertyId, investor_contract_type: contractType } = row;
  if (!schedule || contractType === 'royalty') return 0;
  const lostCents = lostCapital({
    collectedCents: row.collected_cents ?? 0,
    distributedCents: await sumCapitalDistributed(tx, propertyId),
  });
  const lossCents = centsOf(Math.max(lostCents - (await sumLossesOfProject(tx, propertyId)), 0));
  if (lossCents > 0) await recordCapitalLosses(tx, { propertyId, contractType, lossCents, at });
  return lossCents;
}

/**
 * The project, locked. Errors: `not-found`, `solde-de-tout-compte-already-done`, `project-must-be-in-repayment-finished-status`.
 */
export async function lockProject(tx: Tx, propertyId: PropertyId, verb: SettlementVerb): Promise<ProjectRow> {
  const property = await lockProperty(tx, propertyId);
  const project = await findProject(tx, propertyId);
  if (!property || !project) throw new AppError(NOT_FOUND);
  assertAllowed(SETTLEMENT_VERBS[verb], projectState(property));
  return project;
}
