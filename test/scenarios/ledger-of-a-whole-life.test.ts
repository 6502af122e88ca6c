// G-19, the money of a whole life, posted step by step to a real ledger; and what must hold of any postings, many at once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { centsOf } from '../../src/core/cents.ts';
import { createDatabase, createPool, type Database } from '../../src/core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../src/core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../src/core/db/transaction.ts';
import { newId } from '../../src/core/ids.ts';
import { createLog } from '../../src/core/telemetry/log.ts';
import {
  availableOf,
  EXTERNAL,
  heldOf,
  type LedgerLine,
  move,
  PLATFORM,
  type PostingStep,
  postToLedger,
  purseOf,
  readWallet,
} from '../../src/money/ledger/index.ts';
import { createTestDatabase } from '../support/database.ts';

const AT = Temporal.Instant.from('2026-11-20T10:00:00Z');
const CONNECTIONS = 20;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let superuser: pg.Pool;

before(async () => {
  database = await createTestDatabase();
  const log = createLog({ level: 'silent', name: 'test' });
  db = createDatabase(createPool({ url: database.url, size: CONNECTIONS, name: 'ledger test', log }));
  superuser = new pg.Pool({ connectionString: database.url, max: 2 });
  superuser.on('error', () => {});
});
after(async () => {
  await db.destroy();
  await superuser.end();
  await database.drop();
});

function post(lines: readonly LedgerLine[], key: { reference?: string; step?: PostingStep } = {}): Promise<boolean> {
  const { reference = randomUUID(), step = 'confirm' } = key;
  return inTransaction(db, (tx) => postToLedger(tx, { reference, step, type: 'TEST', eventAt: AT, createdAt: AT, lines }));
}

const isInsufficientBalance = (error: unknown) => violatedConstraint(error) === 'ledger_balance_not_negative';

async function balances(accounts: readonly string[]): Promise<number[]> {
  const { rows } = await superuser.query<{ name: string; balance: string }>(
    'select name, balance_cents as balance from ledger_account where name = any ($1)',
    [accounts],
  );
  const found = new Map(rows.map(({ name, balance }) => [name, Number(balance)]));
  return accounts.map((name) => found.get(name) ?? 0);
}

/** Balances that are not the sum of their lines, postings that are not zero, accounts below zero: none, ever. */
async function faultsOfTheLedger(): Promise<object[]> {
  const { rows } = await superuser.query(
    `select account.name as subject from ledger_account account
       left join (select account_id, sum(amount_cents) as sum from ledger_line group by account_id) line on line.account_id = account.id
       where account.balance_cents <> coalesce(line.sum, 0) or (account.name <> 'EXT' and account.balance_cents < 0)
     union all select posting_id::text from ledger_line group by posting_id having sum(amount_cents) <> 0
     union all select 'all accounts' from ledger_account having sum(balance_cents) <> 0`,
  );
  return rows;
}

it('G-19 in order, to the cent', async () => {
  const [one, two, project] = [newId<CustomerId>(), newId<CustomerId>(), newId<PropertyId>()];
  const purse = (name: Parameters<typeof purseOf>[1]) => purseOf(project, name);
  const spend = (amount: number, of: CustomerId) => move(centsOf(amount), availableOf(of), heldOf(of));
  const steps: { what: string; lines: LedgerLine[]; one?: [number, number] }[] = [
    { what: 'money-in', lines: move(centsOf(100_000), EXTERNAL, availableOf(one)), one: [100_000, 0] },
    { what: 'purchase waiting', lines: spend(50_000, one), one: [50_000, 50_000] },
    { what: 'purchase confirmed', lines: move(centsOf(50_000), heldOf(one), purse('COLLECT')), one: [50_000, 0] },
    {
      what: 'closing',
      lines: [
        ...move(centsOf(5_000), purse('COLLECT'), purse('ESCROW')),
        ...move(centsOf(45_000), purse('COLLECT'), purse('MAIN')),
      ],
    },
    { what: 'funding fees', lines: move(centsOf(3_000), purse('MAIN'), PLATFORM.ORIGINATION) },
    { what: 'fiducie', lines: move(centsOf(480), purse('MAIN'), PLATFORM.MAIN) },
    { what: 'owner', lines: move(centsOf(30_000), purse('MAIN'), EXTERNAL) },
    { what: 'wire', lines: move(centsOf(600), EXTERNAL, purse('UNASSIGNED')) },
    {
      what: 'assignment',
      lines: [
        ...move(centsOf(500), purse('UNASSIGNED'), purse('COUPON')),
        ...move(centsOf(60), purse('UNASSIGNED'), purse('FEES')),
        ...move(centsOf(40), purse('UNASSIGNED'), purse('SURPLUS')),
      ],
    },
    { what: 'management fees', lines: move(centsOf(60), purse('FEES'), PLATFORM.MAIN) },
    {
      what: 'coupon and its tax',
      lines: [...move(centsOf(500), purse('COUPON'), availableOf(one)), ...move(centsOf(157), availableOf(one), PLATFORM.TAX)],
      one: [50_343, 0],
    },
    { what: 'withdrawal and fee waiting', lines: [...spend(20_000, one), ...spend(120, one)], one: [30_223, 20_120] },
    {
      what: 'withdrawal and fee confirmed',
      lines: [...move(centsOf(20_000), heldOf(one), EXTERNAL), ...move(centsOf(120), heldOf(one), PLATFORM.MAIN)],
      one: [30_223, 0],
    },
    { what: 'money-in of the second', lines: move(centsOf(1_000), EXTERNAL, availableOf(two)) },
    { what: 'deal reserved', lines: spend(950, two), one: [30_223, 0] },
    { what: 'deal confirmed', lines: move(centsOf(950), heldOf(two), availableOf(one)), one: [31_173, 0] },
    { what: 'reward', lines: move(centsOf(300), PLATFORM.MAIN, availableOf(one)), one: [31_473, 0] },
    { what: 'escrow to unassigned', lines: move(centsOf(450), purse('ESCROW'), purse('UNASSIGNED')) },
  ];
  for (const { what, lines, one: expected } of steps) {
    assert.equal(await post(lines), true, what);
    if (expected) {
      const { availableCents, heldCents } = await readWallet(db, one);
      assert.deepEqual([availableCents, heldCents], expected, what);
    }
    assert.deepEqual(await faultsOfTheLedger(), [], what);
  }
  assert.equal((await readWallet(db, two)).balanceCents, 50);
  const purses = ['COLLECT', 'ESCROW', 'MAIN', 'UNASSIGNED', 'COUPON', 'FEES', 'SURPLUS'] as const;
  assert.deepEqual(await balances(purses.map(purse)), [0, 4_550, 11_520, 450, 0, 0, 40]);
  assert.deepEqual(await balances([PLATFORM.ORIGINATION, PLATFORM.MAIN, PLATFORM.TAX, EXTERNAL]), [3_000, 360, 157, -51_600]);
});

describe('any postings', () => {
  const accountsOf = () => [
    EXTERNAL,
    ...[newId<CustomerId>(), newId<CustomerId>(), newId<CustomerId>()].map(availableOf),
    purseOf(newId(), 'MAIN'),
  ];
  const movement = fc.record({
    from: fc.nat(4),
    to: fc.nat(4),
    cents: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.constant(0), fc.constant(900_000_000_000)),
    reference: fc.nat(12),
    step: fc.constantFrom<PostingStep>('hold', 'confirm', 'release'),
  });

  it('move what a plain model says, refuse what would fall below zero, and post a step once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 10, maxLength: 25 }), async (movements) => {
        const accounts = accountsOf();
        const [external = 0] = await balances([EXTERNAL]);
        const model = [external, 0, 0, 0, 0];
        const references = Array.from({ length: 13 }, () => randomUUID());
        const posted = new Set<string>();
        for (const { from, to, cents, reference, step } of movements) {
          if (from === to || cents === 0) continue;
          const key = { reference: references[reference] ?? '', step };
          const outcome = await post(move(centsOf(cents), accounts[from] ?? '', accounts[to] ?? ''), key).catch(
            (error: unknown) => {
              assert.ok(isInsufficientBalance(error), String(error));
              return 'refused' as const;
            },
          );
          const isNew = !posted.has(`${reference} ${step}`);
          const isCovered = from === 0 || (model[from] ?? 0) >= cents;
          assert.equal(outcome, isNew ? isCovered || 'refused' : false);
          if (outcome !== true) continue;
          posted.add(`${reference} ${step}`);
          model[from] = (model[from] ?? 0) - cents;
          model[to] = (model[to] ?? 0) + cents;
        }
        assert.deepEqual(await balances(accounts), model);
      }),
      { numRuns: 15 },
    );
    assert.deepEqual(await faultsOfTheLedger(), []);
  });

  it('twenty at once on the same accounts, in every direction: all counted, no deadlock', async () => {
    const accounts = accountsOf().slice(1);
    await Promise.all(accounts.map((account) => post(move(centsOf(1_000), EXTERNAL, account))));
    const before = await balances(accounts);
    const movements = Array.from({ length: 200 }, (_, index) => ({
      from: index % accounts.length,
      to: (index + 1 + (index % 3)) % accounts.length,
      cents: 1 + (index % 7),
    }));
    const queue = movements.values();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (const { from, to, cents } of queue) await post(move(centsOf(cents), accounts[from] ?? '', accounts[to] ?? ''));
      }),
    );
    for (const { from, to, cents } of movements) {
      before[from] = (before[from] ?? 0) - cents;
      before[to] = (before[to] ?? 0) + cents;
    }
    assert.deepEqual(await balances(accounts), before);
    assert.deepEqual(await faultsOfTheLedger(), []);
    const { rows } = await superuser.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    assert.equal(rows[0]?.deadlocks, '0');
  });

  it('twenty first postings to accounts that do not exist yet: each account is made once', async () => {
    const accounts = accountsOf().slice(1);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => {
        const [one = '', other = ''] = [accounts[index % 4], accounts[(index + 1) % 4]];
        return post([...move(centsOf(10), EXTERNAL, one), ...move(centsOf(5), one, other)]);
      }),
    );
    assert.equal(
      (await balances(accounts)).reduce((sum, cents) => sum + cents, 0),
      CONNECTIONS * 10,
    );
  });

  it('the same step twenty times at once is posted once', async () => {
    const [, account = ''] = accountsOf();
    const reference = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => post(move(centsOf(100), EXTERNAL, account), { reference, step: 'hold' })),
    );
    assert.equal(outcomes.filter(Boolean).length, 1);
    assert.deepEqual(await balances([account]), [100]);
  });

  it('twenty spend the last cents at once: as many as are covered', async () => {
    const [, account = ''] = accountsOf();
    await post(move(centsOf(100), EXTERNAL, account));
    const outcomes = await Promise.allSettled(
      Array.from({ length: CONNECTIONS }, () => post(move(centsOf(30), account, EXTERNAL))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.equal(refused.length, CONNECTIONS - 3);
    for (const { reason } of refused) assert.ok(isInsufficientBalance(reason), String(reason));
    assert.deepEqual(await balances([account]), [10]);
  });

  it('a rollback takes the posting along', async () => {
    const [, account = ''] = accountsOf();
    const reference = randomUUID();
    const lines = move(centsOf(100), EXTERNAL, account);
    const failed = inTransaction(db, async (tx) => {
      await postToLedger(tx, { reference, step: 'confirm', type: 'TEST', eventAt: AT, createdAt: AT, lines });
      throw new Error('later');
    });
    await assert.rejects(failed, /later/);
    assert.deepEqual(await balances([account]), [0]);
    assert.equal(await post(lines, { reference }), true);
  });
});

describe('held by the database itself', () => {
  it('lines that do not add up to zero are refused, and nothing of them stays', async () => {
    const account = availableOf(newId());
    const reference = randomUUID();
    await assert.rejects(
      post([...move(centsOf(100), EXTERNAL, account), { account, amountCents: centsOf(1) }], { reference }),
      (error: unknown) => violatedConstraint(error) === 'ledger_posting_sums_to_zero',
    );
    assert.deepEqual(await balances([account]), [0]);
    assert.equal(await post(move(centsOf(100), EXTERNAL, account), { reference }), true);
  });

  // Refused by the database: the application may read the ledger and call its functions.
  const WRITES: Readonly<Record<string, RawBuilder<unknown>>> = {
    'update a balance': sql`update ledger_account set balance_cents = balance_cents + 1`,
    'insert an account': sql`insert into ledger_account (name) values ('PLAT:MINE')`,
    'delete an account': sql`delete from ledger_account`,
    'insert a posting': sql`insert into ledger_posting (reference, step, type, event_at, created_at) values (gen_random_uuid(), 'hold', 'X', now(), now())`,
    'update a posting': sql`update ledger_posting set type = 'X'`,
    'delete a posting': sql`delete from ledger_posting`,
    'insert a line': sql`insert into ledger_line (posting_id, line_number, account_id, amount_cents) select 1, 99, id, 1 from ledger_account limit 1`,
    'update a line': sql`update ledger_line set amount_cents = amount_cents + 1`,
    'delete a line': sql`delete from ledger_line`,
    'empty the lines': sql`truncate ledger_line`,
    'replace the function': sql`drop function ledger_post`,
    'switch the triggers off': sql`alter table ledger_line disable trigger all`,
    'change an audit row': sql`update admin_action set kind = 'X'`,
    'delete an audit row': sql`delete from admin_action`,
  };
  for (const [what, statement] of Object.entries(WRITES)) {
    it(`the application may not ${what}`, async () => {
      await post(move(centsOf(1), EXTERNAL, availableOf(newId())));
      await assert.rejects(statement.execute(db), { code: '42501' });
    });
  }
  for (const table of ['ledger_posting', 'ledger_line']) {
    it(`nobody may change or remove a row of ${table}, not even its owner`, async () => {
      await post(move(centsOf(1), EXTERNAL, availableOf(newId())));
      const column = table === 'ledger_line' ? 'amount_cents = 7' : "type = 'X'";
      // Refused by the database: rows of the ledger stay for good.
      for (const statement of [`update ${table} set ${column}`, `delete from ${table}`, `truncate ${table} cascade`])
        await assert.rejects(superuser.query(statement), /append-only|may not|cannot|never/i, statement);
    });
  }
});
