// Tries a change of a schedule that may need the balance of the SPV at the provider, which is read between two transactions.

import type { Cents } from '../../../core/cents.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import type { AppDeps } from '../../../deps.ts';
import { readSpvBalance } from '../../projects/contract-budget/index.ts';
import type { ScheduleView } from './schemas.ts';

export type EndUser = { address: string; userAgent: string | undefined };

/** The schedule; or, with nothing written, the SPV whose balance must be read first. */
export type Tried = { view: ScheduleView } | { spvId: SpvId };

/** Error: `project.provider-balance-unavailable`, beside those of `attempt`. */
export async function withBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  endUser: EndUser,
  attempt: (balanceCents: Cents | undefined) => Promise<Tried>,
): Promise<ScheduleView> {
  const tried = await attempt(undefined);
  if ('view' in tried) return tried.view;
  const done = await attempt(await readSpvBalance(deps, tried.spvId, endUser));
  if ('view' in done) return done.view;
  throw new Error(`the balance of ${done.spvId} was read`);
}
