// GET /administration/property/:propertyId/solde-de-tout-compte: the last account of a project, computed now.

import type { Tx } from '../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { purseOf, readBalance } from '../../money/ledger/index.ts';
import { deriveEcheance, readSchedule, sequestreRemainingOf } from '../payment-schedule/index.ts';
import { findProject, sumArchived, sumUnlentDistributed } from './queries.ts';
import { balanceWithOwner, claimedPenalties, ownSurplus, unlentCapital } from './rules.ts';
import type { Settlement } from './schemas.ts';

/** Sums at any time; a property without a schedule has nothing to settle. Error: `not-found`. */
export async function readSettlement({ db }: { db: AppDeps['db'] | Tx }, propertyId: string): Promise<Settlement> {
  const project = await findProject(db, propertyId);
  if (!project) throw new AppError(NOT_FOUND);
  const schedule = await readSchedule(db, propertyId);
  const claimedCents = schedule ? claimedPenalties(schedule) : 0;
  const { penaltiesTransferredAt, penaltiesOrderId } = project;
  const transferredCents = penaltiesTransferredAt === null ? 0 : (project.penaltiesCents ?? 0);
  const balanceCents = project.spvId === null ? 0 : await readBalance(db, purseOf(project.spvId, 'SURPLUS'));
  const ownCents = schedule ? ownSurplus(schedule.echeances.map(deriveEcheance), await sumArchived(db, propertyId)) : 0;
  const surplusCents = Math.min(balanceCents, ownCents - (project.penaltiesFromSurplusCents ?? 0));
  const escrowCents = schedule ? sequestreRemainingOf(schedule) : 0;
  const status = penaltiesTransferredAt !== null ? 'transferred' : penaltiesOrderId !== null ? 'pending' : 'claimed';
  return {
    propertyId,
    financialStatus: project.financialStatus,
    doneAt: project.doneAt?.toString() ?? null,
    penalties: {
      claimedCents,
      transferredCents,
      status: claimedCents === 0 ? 'none' : status,
      transferredAt: penaltiesTransferredAt?.toString() ?? null,
    },
    held: { surplusCents, escrowCents },
    owner: balanceWithOwner(claimedCents - transferredCents, surplusCents + escrowCents),
    unlentCapital: {
      totalCents: schedule ? unlentCapital(schedule) : 0,
      distributedCents: await sumUnlentDistributed(db, propertyId),
    },
  };
}
