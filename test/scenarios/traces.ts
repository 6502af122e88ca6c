// What a chapter of the demo leaves behind: mails, jobs, wallets.

import type { DemoInvestor } from '../../scripts/demo/people.ts';
import type { ChatChannel } from '../../src/providers/chat/index.ts';
import { jobs } from '../../src/worker.ts';
import type { World } from '../support/world.ts';

/** Mails as `first name: subject`, jobs by name; all there were. */
export type Counted = { mails: string[]; jobs: Map<string, number> };

const CODE = /^Votre code/;

/** Channels that only crons write to. */
const CRON_CHANNELS: readonly ChatChannel[] = ['automatic-investment', 'funding-follow-up', 'reconciliation'];

/**
 * Everything so far, once no job that a use case wrote is waiting. Crons and what they report come by real time, not by
 * the demo's, and so do transfers of withheld tax: a run takes that of the coupons which are settled when it looks. They are
 * awaited, and not counted.
 */
export async function countAll(world: World): Promise<Counted> {
  const crons = jobs.filter((job) => job.cron !== undefined).map((job) => job.name);
  const rows = await world.until(async () => {
    const found = await world.sql<{ name: string; open: number; count: number }>(
      `select name, count(*) filter (
           where coalesce(placed.purpose, '') <> 'withheld-tax' and coalesce(job.data ->> 'channel', '') <> all ($2)
         )::integer as count,
         count(*) filter (where state in ('created', 'retry', 'active') and start_after <= now())::integer as open
       from pgboss.job left join payment placed on placed.id::text = job.data ->> 'paymentId'
       where name not like '\\_\\_%' and name <> all ($1) group by name`,
      [crons, CRON_CHANNELS],
    );
    return found.every(({ open }) => open === 0) && found;
  }, 'the jobs to be done');
  const mails = await world.control<{ to: string; subject: string }[]>('GET', '/mails');
  return {
    mails: mails
      .reverse()
      .map(({ to, subject }) => `${to.split('@')[0]}: ${CODE.test(subject) ? 'code' : subject.replace(/\s/g, ' ')}`),
    jobs: new Map(rows.map(({ name, count }) => [name, count])),
  };
}

/** What came between two counts, in a fixed order. */
export function between(earlier: Counted, later: Counted): { mails: string[]; jobs: Record<string, number> } {
  const grown = [...later.jobs].map(([name, count]) => [name, count - (earlier.jobs.get(name) ?? 0)] as const);
  return {
    mails: later.mails.slice(earlier.mails.length).toSorted(),
    jobs: Object.fromEntries(grown.filter(([, count]) => count > 0)),
  };
}

/** Available and held cents; `-` for somebody who is not signed in. */
export async function walletOf({ client }: DemoInvestor): Promise<string> {
  const { status, body } = await client.get<{ availableCents: number; heldCents: number }>('/customers/wallet');
  return status === 200 ? `${body.availableCents} + ${body.heldCents}` : '-';
}

/**
 * What projects and platform hold, cents by purse, empty ones left out. `PRO` sums over all projects: the demo that asks has one.
 */
export async function pursesOf(world: World): Promise<Record<string, number>> {
  const rows = await world.sql<{ purse: string; cents: number }>(
    `select split_part(name, ':', 1) || ' ' || split_part(name, ':', -1) as purse, sum(balance_cents)::integer as cents
     from ledger_account where name !~ '^(EXT|INV)' group by 1 having sum(balance_cents) <> 0`,
  );
  return Object.fromEntries(rows.map(({ purse, cents }) => [purse, cents]));
}
