// POST .../solde-de-tout-compte/unlent-capital: capital that was funded and never lent is paid to the holders.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { lockMoneyAtProvider } from '../../projects/project-life/index.ts';
import { lockSchedule } from '../payment-schedule/index.ts';
import { openUnlentCapitalRun } from '../payouts/index.ts';
import { NO_UNLENT_CAPITAL, UNLENT_CAPITAL_ALREADY_DISTRIBUTED, UNLENT_CAPITAL_NOT_COVERED } from './errors.ts';
import { sumUnlentDistributed } from './queries.ts';
import { unlentCapital } from './rules.ts';
import type { UnlentCapitalDistributed } from './schemas.ts';
import { lockProject } from './settlement.ts';

/**
 * Once, with the project locked: moves the capital from the project's MAIN to CAPITAL, and opens a payout to every holder, as for
 * repaid capital (A-final-settlement-4). Errors: those of the table.
 */
export async function distributeUnlentCapital(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { propertyId, audit, idempotency }: { propertyId: PropertyId; audit: RouteAudit; idempotency: IdempotencyClaim | undefined },
): Promise<UnlentCapitalDistributed> {
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const { spvId, accountId, echeanceId, schedule } = await lockUnlent(tx, propertyId);
    const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'anything');
    const { MAIN } = await lockPurses(tx, propertyId, ['MAIN', 'CAPITAL']);
    if ((await sumUnlentDistributed(tx, propertyId)) > 0) throw new AppError(UNLENT_CAPITAL_ALREADY_DISTRIBUTED);
    const totalCents = unlentCapital(schedule, MAIN);
    if (totalCents <= 0) throw new AppError(NO_UNLENT_CAPITAL);
    if (Math.min(MAIN, atProviderCents) < totalCents) throw new AppError(UNLENT_CAPITAL_NOT_COVERED);
    await bookTransaction(tx, {
      type: 'UNLENT_CAPITAL',
      owner: { spvId },
      amountCents: totalCents,
      propertyId,
      at,
      eventAt: at,
      lines: move(totalCents, purseOf(propertyId, 'MAIN'), purseOf(propertyId, 'CAPITAL')),
    });
    const { runId, holders } = await openUnlentCapitalRun(tx, deps, { propertyId, echeanceId, accountId, totalCents, at });
    const payload = { runId, amountCents: totalCents, holderCount: holders };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return { propertyId, runId, distributedCents: totalCents, holderCount: holders };
  });
}

async function lockUnlent(tx: Tx, propertyId: PropertyId) {
  const project = await lockProject(tx, propertyId, 'distribute-unlent-capital');
  const schedule = await lockSchedule(tx, propertyId);
  const last = schedule?.echeances.at(-1);
  if (!schedule || !last) throw new AppError(NO_UNLENT_CAPITAL);
  const { spvId, accountId } = project;
  if (spvId === null || accountId === null) throw new Error(`the SPV of property ${propertyId} has no wallet`);
  return { spvId, accountId, echeanceId: last.id, schedule };
}
