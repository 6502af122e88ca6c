// POST /administration/defaults-management/echeancier/penalties: late and defaulted projects, reported by the
// defaults platform (A-defaults-webhook-3).

import { allCentsOf, type Cents, formatEuros, sumOf } from '../../../core/cents.ts';
import type { EcheanceId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeFinancialStatus, lockProperty, raiseDelayFlag } from '../../projects/project-life/index.ts';
import {
  ECHEANCE_NOT_FOUND,
  feesTakenForGood,
  lockSchedule,
  postReassignment,
  resizeDebits,
  SCHEDULE_NOT_FOUND,
  type Schedule,
  SPV_NOT_FOUND,
  writePenalty,
} from '../payment-schedule/index.ts';
import { COMPUTING_ERROR } from './errors.ts';
import { addsUp, assertCents } from './rules.ts';
import type { DefaultedProject, PenaltiesApplied } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>;
type Penalty = Record<'total' | 'forInvestors' | 'forBricks', Cents>;
type Applied = (PenaltiesApplied['penaltiesApplied'][number] & { penalty: Penalty })[];

/**
 * Each project in a transaction of its own, in the order of the request: one that fails ends the batch, and earlier projects keep their
 * changes. Idempotent. Errors (500): `spv-not-found`, `echeancier-computing-error`.
 */
export async function applyPenalties(deps: Deps, projects: readonly DefaultedProject[]): Promise<PenaltiesApplied> {
  const penaltiesApplied: Applied = [];
  for (const project of projects)
    penaltiesApplied.push(...(await inTransaction(deps.db, (tx) => applyToProject(tx, deps, project))));
  return { penaltiesApplied };
}

/** Checks everything before anything is written (A-defaults-webhook-1). */
async function applyToProject(tx: Tx, deps: Deps, reported: DefaultedProject): Promise<Applied> {
  const project = await lockProperty(tx, reported.propertyId);
  const current = project?.financial_status;
  if (!project || !current || !deps.config.OWNER_DEBT_STATUSES.includes(current))
    return skip(tx, deps, reported, 'le projet n’est pas en remboursement');
  if (project.spv_id === null) throw new AppError(SPV_NOT_FOUND);
  const schedule = await lockSchedule(tx, project.id);
  if (!schedule && reported.penalties.length > 0) return skip(tx, deps, reported, SCHEDULE_NOT_FOUND);
  const known = new Set(schedule?.echeances.map(({ id }) => id));
  if (reported.penalties.some(({ echeanceId }) => !known.has(echeanceId))) return skip(tx, deps, reported, ECHEANCE_NOT_FOUND);
  for (const { penalty } of reported.penalties) assertCents(penalty);

  const at = deps.clock.now();
  // Null changes only the status of a project that was late or in default (defaults.md#the-defaults-webhook).
  await changeFinancialStatus(tx, project.id, reported.status ?? 'regularisation', at);
  if (reported.status !== null) await raiseDelayFlag(tx, project.id, at);
  const applied = schedule ? await replacePenalties(tx, deps, { schedule, spvId: project.spv_id, reported, at }) : [];
  if (applied.length > 0) await reportApplied(tx, deps, project.name, applied);
  return applied;
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

async function skip(tx: Tx, deps: Deps, reported: DefaultedProject, reason: string): Promise<Applied> {
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Défauts : le projet ${reported.propertyId} est ignoré (${reason}).`,
  });
  return [];
}

async function reportApplied(tx: Tx, deps: Deps, name: string, applied: Applied): Promise<void> {
  const totalCents = sumOf(applied.map(({ penalty }) => penalty.total));
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Défauts : ${applied.length} pénalité(s) appliquée(s) au projet ${name}, ${formatEuros(totalCents)} au total.`,
  });
}
