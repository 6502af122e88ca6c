// The account of a project: its purses, the claims on them, and open payments.

import { centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sumClaimsWithoutEcheance } from '../direct-debits/index.ts';
import { openClaims, type Schedule } from '../payment-schedule/index.ts';
import { countOpenPayments, countOpenPayouts, type ProjectRow, readPurses, sumUnlentDistributed } from './queries.ts';
import { type Account, claimedPenalties, unlentCapital } from './rules.ts';

/** A project without a schedule has no claims. Exact when the caller has locked property and schedule. */
export async function readAccount(db: Database | Tx, project: ProjectRow, schedule: Schedule | undefined): Promise<Account> {
  const purses = await readPurses(db, project.id);
  const unlentDistributedCents = await sumUnlentDistributed(db, project.id);
  return {
    purses,
    claimedPenaltiesCents: schedule ? claimedPenalties(schedule) : 0,
    movedPenaltiesCents: project.penaltiesCents ?? 0,
    // Given back once: what is left of MAIN then is the owner's.
    unlentCents: unlentDistributedCents > 0 || !schedule ? unlentDistributedCents : unlentCapital(schedule, purses.MAIN),
    unlentDistributedCents,
    openPayments: await countOpenPayments(db, project.id),
    openPayouts: await countOpenPayouts(db, project.id),
    isGivenUp: schedule?.givenUpAt != null,
    openClaimsCents: schedule ? centsOf(openClaims(schedule) + (await sumClaimsWithoutEcheance(db, project.id))) : 0,
  };
}
