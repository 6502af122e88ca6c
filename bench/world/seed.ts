// Seeds a world with set-based SQL: a customer, property, purchase or posting is never its own statement.

import pg from 'pg';
import { inParallel } from '../people.ts';
import type { MeasuredSystem } from '../system.ts';
import { runSteps, shareSteps } from './coupons.ts';
import { ledgerSteps } from './ledger.ts';
import { peopleSteps, projectSteps, purchaseSteps, type Step, scheduleSteps } from './people-and-projects.ts';
import type { Size } from './plan.ts';

/** Loaded without their secondary indexes, which are built afterwards in a fraction of the time. */
const BIG_TABLES = [
  'brick',
  'ledger_line',
  'payment',
  'payout_line',
  'purchase',
  'wallet_transaction',
  'admin_action',
  'customer',
];

/** Makes all rows, on a connection that checks no foreign keys: the proof says afterwards whether the world is sound. */
export async function seedWorld(system: MeasuredSystem, size: Size, progress: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: system.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB'`,
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index
       where indrelid = any ($1::regclass[])
         and not exists (select from pg_constraint where conindid = indexrelid)`,
      [BIG_TABLES],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const { makes, sql } of stepsOf(size)) await timed(makes, progress, async () => (await client.query(sql)).rowCount ?? 0);
    for (const { name, definition } of indexes)
      await timed(`index ${name}`, progress, async () => {
        await client.query(definition);
        return undefined;
      });
    for (const table of ['ledger_account', 'ledger_posting'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
    await timed('vacuum and analyze', progress, async () => {
      await client.query('vacuum (freeze, analyze)');
      return undefined;
    });
  } finally {
    await client.end();
  }
}

function stepsOf(size: Size): Step[] {
  return [
    ...peopleSteps(size),
    ...projectSteps(size),
    ...purchaseSteps(size),
    ...scheduleSteps(size),
    ...runSteps(size),
    ...shareSteps(size),
    ...ledgerSteps(size),
  ];
}

async function timed(what: string, progress: (line: string) => void, work: () => Promise<number | undefined>): Promise<void> {
  const began = performance.now();
  const rows = await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  progress(`  ${rows === undefined ? '' : `${rows.toLocaleString('en')} `}${what} (${seconds} s)`);
}

/** Opens every wallet at the provider with the balance that the books say; the sandbox forgets them when it stops. */
export async function openWallets(system: MeasuredSystem, progress: (line: string) => void): Promise<void> {
  const wallets = await system.sql<{ accountId: string; kind: string; balanceCents: string }>(
    `select coalesce(spv.provider_external_id, account.owner_id::text, 'mortar-tax') as "accountId",
       case when split_part(min(account.name), ':', 1) = 'INV' then 'individual' else 'spv' end as kind, sum(balance_cents) as "balanceCents"
     from ledger_account account
     left join property on property.id = account.owner_id
     left join spv on spv.id = property.spv_id
     where account.name = 'PLAT:TAX' or account.owner_id is not null
     group by 1`,
  );
  progress(`opening ${wallets.length.toLocaleString('en')} wallets at the provider`);
  // As if they had been opened long ago: nothing of it is news to the proof of a day.
  const { now } = await system.control<{ now: string }>('GET', '/clock');
  await system.control('PUT', '/clock', { now: Temporal.Instant.from(now).subtract({ hours: 48 }).toString() });
  const known = new Set((await system.control<{ accountId: string }[]>('GET', '/accounts')).map(({ accountId }) => accountId));
  await inParallel(wallets.length, async (n) => {
    const wallet = wallets[n];
    if (wallet === undefined) return;
    const { accountId, kind } = wallet;
    const balanceCents = Number(wallet.balanceCents);
    if (!known.has(accountId)) await system.control('POST', '/accounts', { accountId, kind, status: 6, balanceCents });
    else if (balanceCents > 0) await system.control('POST', `/accounts/${accountId}/credit`, { amountCents: balanceCents });
  });
  await system.control('PUT', '/clock', { now });
}
