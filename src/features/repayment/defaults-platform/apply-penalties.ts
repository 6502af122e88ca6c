// POST /administration/defaults-management/echeancier/penalties: late and defaulted projects, reported by the
// defaults platform.

import { allCentsOf, type Cents } from '../../../core/cents.ts';
import type { EcheanceId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeFinancialStatus, lockProperty, raiseDelayFlag } from '../../projects/project-life/index.ts';
import {
  ECHEANCE_NOT_FOUND,
  lockSchedule,
  postReassignment,
  resizeDebits,
  SCHEDULE_NOT_FOUND,
  type Schedule,
  SPV_NOT_FOUND,
  writePenalty,
} from '../payment-schedule/index.ts';
import { feesTakenForGood } from '../schedule-computation/index.ts';
import { COMPUTING_ERROR } from './errors.ts';
import { findOwing, findPenalties } from './queries.ts';
import { addsUp, assertSound, type BatchReport, batchMessage, changesNothing, keepUp, type Standing } from './rules.ts';
import { type DefaultedProject, type PenaltiesApplied, ReadableProject } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>;
type Penalty = Record<'total' | 'forInvestors' | 'forBricks', Cents>;
type Applied = (PenaltiesApplied['penaltiesApplied'][number] & { penalty: Penalty })[];
/** What became of an item: the penalties that were written, or why nothing was. */
type Outcome = { applied: Applied; projectName: string } | { skipped: string };

const NOT_IN_REPAYMENT: Outcome = { skipped: 'le projet n’est pas en remboursement' };
const UNCHANGED: Outcome = { applied: [], projectName: '' };

/**
 * Each project in its own transaction, in the order of the request: one that cannot be read or is not in repayment is skipped, and
 * the batch goes on; one that fails ends it, and earlier projects keep their changes. The team gets one message for all. Idempotent.
 * Errors (500): `spv-not-found`, `echeancier-computing-error`.
 */
export async function applyPenalties(deps: Deps, items: readonly unknown[]): Promise<PenaltiesApplied> {
  const penaltiesApplied: Applied = [];
  const report: BatchReport = { applied: [], skipped: [], stoppedAt: undefined };
  const standing = await readStanding(deps, items);
  try {
    for (const [index, item] of items.entries()) {
      report.stoppedAt = nameOf(item, index);
      const outcome = await applyItem(deps, item, standing);
      if ('skipped' in outcome) report.skipped.push({ about: nameOf(item, index), reason: outcome.skipped });
      else {
        penaltiesApplied.push(...outcome.applied);
        const totals = outcome.applied.map(({ penalty }) => penalty.total);
        if (totals.length > 0) report.applied.push({ projectName: outcome.projectName, totals });
      }
    }
    report.stoppedAt = undefined;
  } finally {
    await tellTeam(deps, report);
  }
  return { penaltiesApplied };
}

/** What the team finds an item by. A text of the sender that is no id is not repeated. */
function nameOf(item: unknown, index: number): string {
  return ReadableProject.Check(item) ? item.propertyId : `élément ${index + 1}`;
}

async function readStanding({ db, config }: Deps, items: readonly unknown[]): Promise<Standing> {
  const readable = items.filter((item) => ReadableProject.Check(item));
  const ids = new Set(readable.map(({ propertyId }) => propertyId));
  const owing = await findOwing(db, [...ids], config.OWNER_DEBT_STATUSES);
  const reported = readable.filter(({ propertyId }) => owing.has(propertyId)).flatMap(({ penalties }) => penalties);
  return { owing, penalties: await findPenalties(db, [...new Set(reported.map(({ echeanceId }) => echeanceId))]) };
}

/** A report that changes nothing needs no transaction: it stands as if it had come a moment ago. */
async function applyItem(deps: Deps, item: unknown, standing: Standing): Promise<Outcome> {
  if (!ReadableProject.Check(item)) {
    const [fault] = ReadableProject.Errors(item);
    return { skipped: `illisible (${fault?.instancePath.replaceAll(/\d+/g, 'n') || '/'})` };
  }
  if (!standing.owing.has(item.propertyId)) return NOT_IN_REPAYMENT;
  if (changesNothing(item, standing)) return UNCHANGED;
  const outcome = await inTransaction(deps.db, (tx) => applyToProject(tx, deps, item));
  if ('applied' in outcome) keepUp(standing, item);
  return outcome;
}

/** Checks everything before anything is written. */
async function applyToProject(tx: Tx, deps: Deps, reported: DefaultedProject): Promise<Outcome> {
  const project = await lockProperty(tx, reported.propertyId);
  const current = project?.financial_status;
  // It may have been repaid since the batch began.
  if (!project || !current || !deps.config.OWNER_DEBT_STATUSES.includes(current)) return NOT_IN_REPAYMENT;
  if (project.spv_id === null) throw new AppError(SPV_NOT_FOUND);
  const schedule = await lockSchedule(tx, project.id);
  if (!schedule && reported.penalties.length > 0) return { skipped: SCHEDULE_NOT_FOUND };
  const known = new Set(schedule?.echeances.map(({ id }) => id));
  if (reported.penalties.some(({ echeanceId }) => !known.has(echeanceId))) return { skipped: ECHEANCE_NOT_FOUND };
  for (const { penalty } of reported.penalties) assertSound(penalty);

  const at = deps.clock.now();
  // Null changes only the status of a project that was late or in default (defaults.md#the-defaults-webhook).
  await changeFinancialStatus(tx, project.id, reported.status ?? 'regularisation', at);
  if (reported.status !== null) await raiseDelayFlag(tx, project.id, at);
  const applied = schedule ? await replacePenalties(tx, deps, { schedule, spvId: project.spv_id, reported, at }) : [];
  return { applied, projectName: project.name };
}

/** An unchanged total changes nothing, even when its split differs (defaults.md#penalties). */
async function replacePenalties(
  tx: Tx,
  deps: Deps,
  change: { schedule: Schedule; spvId: SpvId; reported: DefaultedProject; at: Temporal.Instant },
): Promise<Applied> {
  const { spvId, reported, at } = change;
  const { log } = deps;
  let schedule = change.schedule;
  const applied: Applied = [];
  for (const { echeanceId, penalty: asked } of reported.penalties) {
    const penalty = allCentsOf(asked);
    const echeance = schedule.echeances.find(({ id }) => id === echeanceId);
    if (!echeance || echeance.penaltyTotalCents === penalty.total) continue;
    if (!addsUp(penalty)) log.warn({ echeanceId, penalty }, 'the parts of a penalty do not add up');
    const feesTakenCents = feesTakenForGood(echeance);
    await writePenalty(tx, echeanceId, { ...penalty, feesTakenCents, at });
    const after = withPenalty(schedule, { ...penalty, echeanceId, feesTakenCents });
    await moveMoney(tx, { before: schedule, after, spvId, at });
    schedule = after;
    applied.push({ propertyId: schedule.propertyId, echeanceId, penalty });
  }
  await resizeDebits(tx, deps, { before: change.schedule, after: schedule });
  return applied;
}

function withPenalty(schedule: Schedule, penalty: Penalty & { echeanceId: EcheanceId; feesTakenCents: Cents }): Schedule {
  const changed = {
    penaltyTotalCents: penalty.total,
    penaltyForInvestorsCents: penalty.forInvestors,
    penaltyForBricksCents: penalty.forBricks,
    managementFeesTakenCents: penalty.feesTakenCents,
  };
  const echeances = schedule.echeances.map((row) => (row.id === penalty.echeanceId ? { ...row, ...changed } : row));
  return { ...schedule, echeances };
}

/** Divides the money paid on the echeance again. Fails when it would take back surplus that was spent (A-defaults-webhook-2). */
async function moveMoney(tx: Tx, change: Parameters<typeof postReassignment>[1]): Promise<void> {
  try {
    await postReassignment(tx, change);
  } catch (error) {
    if (violatedConstraint(error) === 'ledger_balance_not_negative') throw new AppError(COMPUTING_ERROR, { cause: error });
    throw error;
  }
}

/** One message a call, in its own transaction: those of the projects have ended, and one that failed wrote nothing. */
async function tellTeam(deps: Deps, report: BatchReport): Promise<void> {
  const text = batchMessage(report);
  if (text === undefined) return;
  await inTransaction(deps.db, (tx) => enqueueChatMessage(tx, deps, { channel: 'payment-schedule', text }));
}
