// What a wave would buy, asked beforehand: for a property plan by plan, or for an imagined one.

import type { Static } from 'typebox';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';
import { FUNDING_ALREADY_ENDED, PROPERTY_NOT_PUBLISHED } from './errors.ts';
import { type Simulation, simulateAutomaticInvestmentJob } from './jobs.ts';
import { findOffered, listPreview, type PreviewRow, sumPreview } from './plan-queries.ts';
import { findFundingState } from './queries.ts';
import type { PreviewQuery, WavePreview } from './schemas.ts';

// GET .../funding/automatic-investment-preview (extension): what a wave would do now, plan by plan; nothing is written or ordered.

/**
 * One page of the plans in the order of the wave, those that buy nothing behind with the reason, and the sums of all of them.
 * Balances are those of the books: the provider is not asked. Errors: those of the trigger that can be found
 * beforehand.
 */
export async function previewWave(
  { db }: Pick<AppDeps, 'db'>,
  propertyId: PropertyId,
  { limit, cursor, includeInvestorsWithCanceledAutoInvest }: Static<typeof PreviewQuery>,
): Promise<Static<typeof WavePreview>> {
  const state = await findFundingState(db, propertyId);
  if (!state) throw new AppError(UNKNOWN_PROPERTY);
  const offered = state.status === 'PUBLISHED' ? await findOffered(db, propertyId) : undefined;
  if (!offered) throw new AppError(PROPERTY_NOT_PUBLISHED);
  if (offered.isEnded) throw new AppError(FUNDING_ALREADY_ENDED);
  const asked = { propertyId, includesCanceled: includeInvestorsWithCanceledAutoInvest, freeBricks: offered.freeBricks };
  const rows = await listPreview(db, asked, { limit, afterRank: Number(cursor ?? 0) });
  const { plans, buyers, bricks, amountCents } = await sumPreview(db, asked);
  const items = rows.slice(0, limit);
  return {
    items: items.map(toView),
    nextCursor: rows.length > limit ? String(items.at(-1)?.rank) : null,
    totals: { plans, buyers, leftOut: plans - buyers, bricks, amountCents, freeBricks: Math.max(offered.freeBricks, 0) },
  };
}

function toView({
  customerId,
  investorName,
  bricks,
  amountCents,
  reason,
}: PreviewRow): Static<typeof WavePreview>['items'][number] {
  return { customerId, name: investorName, bricks, amountCents, reason };
}

// GET /administration/property/simulate-automatic-investment: enqueues the simulation; its result goes to the chat
// (funding.md#automatic-investment).

/** Returns the text of the answer. */
export async function startSimulation(deps: Pick<AppDeps, 'db' | 'jobs'>, simulation: Simulation): Promise<string> {
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, simulateAutomaticInvestmentJob, simulation));
  return 'The simulation is running. Its result will be posted to the chat channel automatic-investment.';
}
