// Every day: the communes that follow from addresses, and in autumn a mail to those of whom the yearly tax file lacks something.

import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, mailInvestor } from '../customers/index.ts';
import { loadCommunes } from './communes.ts';
import { findIdentity, listToAsk, listUnseenAddresses, markAsked, writeResidence } from './queries.ts';
import { communeOf } from './rules.ts';

const MAX_AT_ONCE = 200;
/** Early enough before the yearly file that investors have time to answer. */
const MAILS_FROM = { month: 10, day: 1 };

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs'>;

/** A person is asked at most once in a year. */
export const taxIdentitiesJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'tax-identities',
  cron: '30 8 * * *',
  onDemand: true,
  concurrency: 1,
  retryLimit: 0,
  work: async (deps, { dryRun = false }) => {
    const located = dryRun ? 0 : await findCommunes(deps);
    const today = parisDate(deps.clock.now());
    const isSeason = Temporal.PlainDate.compare(today, today.with(MAILS_FROM)) >= 0;
    return { located, ...(isSeason ? await ask(deps, { year: today.year, dryRun }) : { due: 0, asked: 0 }), dryRun };
  },
});

/** Of addresses that were not located yet, as those of a corrected profile and of a new company. */
async function findCommunes({ db }: Deps): Promise<number> {
  let after: CustomerId | null = null;
  let located = 0;
  for (;;) {
    const residents = await listUnseenAddresses(db, after, MAX_AT_ONCE);
    if (residents.length === 0) return located;
    const communes = await loadCommunes();
    await inTransaction(db, async (tx) => {
      for (const resident of residents) {
        const commune = communeOf({ country: null, ...resident }, communes);
        await writeResidence(tx, resident, commune);
        if (commune) located += 1;
      }
    });
    after = residents.at(-1)?.customerId ?? null;
  }
}

async function ask(deps: Deps, { year, dryRun }: { year: number; dryRun: boolean }): Promise<{ due: number; asked: number }> {
  const count = { due: 0, asked: 0 };
  let after: CustomerId | null = null;
  for (;;) {
    const ids = await listToAsk(deps.db, { year, after, limit: MAX_AT_ONCE });
    count.due += ids.length;
    for (const customerId of dryRun ? [] : ids) if (await askOne(deps, customerId, year)) count.asked += 1;
    if (ids.length < MAX_AT_ONCE) return count;
    after = ids.at(-1) ?? null;
  }
}

/** False when nothing is missing any more, or they were asked meanwhile. */
function askOne(deps: Deps, customerId: CustomerId, year: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const missing = (await findIdentity(tx, customerId))?.missing ?? [];
    if (missing.length === 0 || !(await markAsked(tx, customerId, { year, at: deps.clock.now() }))) return false;
    await mailInvestor(tx, deps, { customerId, template: 'tax-identity-missing', data: { year, missing } });
    return true;
  });
}
