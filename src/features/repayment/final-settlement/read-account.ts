// The account of a project: its purses, what is claimed of them, and what is still on its way.

import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { sumLooseClaims } from '../direct-debits/index.ts';
import { openClaims, type Schedule } from '../payment-schedule/index.ts';
import { countOpenPayments, countOpenPayouts, type ProjectRow, readPurses, sumUnlentDistributed } from './queries.ts';
import { type Account, claimedPenalties, unlentCapital } from './rules.ts';

/** From what the caller has read, or locked; a project without a schedule has no claims. Exact under the locks of property and schedule. */
export async function readAccount(db: Database | Tx, project: ProjectRow, schedule: Schedule | undefined): Promise<Account> {
  return {
    purses: await readPurses(db, project.id),
    claimedPenaltiesCents: schedule ? claimedPenalties(schedule) : 0,
    movedPenaltiesCents: project.penaltiesCents ?? 0,
    unlentCents: schedule ? unlentCapital(schedule) : 0,
    unlentDistributedCents: await sumUnlentDistributed(db, project.id),
    openPayments: await countOpenPayments(db, project.id),
    openPayouts: await countOpenPayouts(db, project.id),
    openClaimsCents: schedule ? openClaims(schedule) + (await sumLooseClaims(db, project.id)) : 0,
  };
}
