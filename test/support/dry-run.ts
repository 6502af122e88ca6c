// A dry run beside the real one: the same request twice, and what came of it compared.

import assert from 'node:assert/strict';
import type { Answer, Client } from './client.ts';
import type { World } from './world.ts';

type Payment = {
  purpose: string;
  kind: string;
  fromAccountId: string;
  toAccountId: string | null;
  providerBankAccountId: number | null;
  amountCents: number;
};
type Booking = { type: string; account: string; amountCents: number };

/** What a dry run answers. */
export type DryRun = {
  payments: { count: number; transferCents: number; payOutCents: number; items: Payment[] };
  debits: { action: 'order' | 'cancel'; accountId: string; amountCents: number }[];
  bookings: { count: number; items: Booking[] };
  balances: { count: number; items: { account: string; beforeCents: number; afterCents: number }[] };
};

/** Tables that every request writes to, whatever it asks, and the one where a process notes every few seconds which services answer. */
const NOT_OF_THE_REQUEST = ['request_count', 'auth_session', 'auth_rate_limit', 'outside_operation'];

/** Of the content of every table: equal where nothing was written. */
export async function fingerprint({ sql }: Pick<World, 'sql'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') and table_name <> all ($1)`,
    [NOT_OF_THE_REQUEST],
  );
  const texts = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${name} t`,
  );
  const rows = await sql<{ name: string; hash: string }>(texts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

type Debit = { id: string; status: string; amountCents: number };
type Books = { posting: number; payments: Set<string>; debits: Map<string, string> };

async function booksNow({ sql }: World): Promise<Books> {
  const [last] = await sql<{ id: string | null }>('select max(id) as id from ledger_posting');
  const payments = await sql<{ id: string }>('select id from payment');
  const debits = await debitsNow({ sql });
  return {
    posting: Number(last?.id ?? 0),
    payments: new Set(payments.map(({ id }) => id)),
    debits: new Map(debits.map(({ id, status }) => [id, status])),
  };
}

const debitsNow = ({ sql }: Pick<World, 'sql'>) =>
  sql<Debit>('select id, status, amount_cents::float8 as "amountCents" from direct_debit');

async function cameSince({ sql }: World, before: Books) {
  const payments = await sql<Payment & { id: string; status: string }>(
    `select id, status, purpose, kind, from_account_id as "fromAccountId", to_account_id as "toAccountId",
       provider_bank_account_id::float8 as "providerBankAccountId", amount_cents::float8 as "amountCents" from payment`,
  );
  const bookings = await sql<Booking>(
    `select posting.type, account.name as account, sum(line.amount_cents)::float8 as "amountCents"
     from ledger_posting posting join ledger_line line on line.posting_id = posting.id
     join ledger_account account on account.id = line.account_id
     where posting.id > $1 group by 1, 2 having sum(line.amount_cents) <> 0`,
    [before.posting],
  );
  const balances = await sql<{ account: string; afterCents: number }>(
    'select name as account, balance_cents::float8 as "afterCents" from ledger_account',
  );
  const debits = (await debitsNow({ sql })).flatMap(({ id, status, amountCents }) => {
    const was = before.debits.get(id);
    if (was === undefined) return [{ action: 'order', amountCents }];
    return was !== 'canceled' && status === 'canceled' ? [{ action: 'cancel', amountCents }] : [];
  });
  return { payments: payments.filter(({ id }) => !before.payments.has(id)), debits, bookings, balances };
}

const byText = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
const bare = ({ purpose, kind, fromAccountId, toAccountId, providerBankAccountId, amountCents }: Payment): Payment => ({
  ...{ purpose, kind, fromAccountId, toAccountId, providerBankAccountId, amountCents },
});

/** The dry run and the request itself agree; returns the answer of the request, and whether money moved. */
export async function bothWays(
  world: World,
  ask: (query: '' | '?dryRun=true') => Promise<Answer>,
): Promise<{ answer: Answer; moved: boolean }> {
  const dry = await ask('?dryRun=true');
  const before = await booksNow(world);
  const answer = await ask('');
  const came = await cameSince(world, before);
  const said = `dry ${dry.status} ${dry.text.slice(0, 2_000)}\nreal ${answer.status} ${answer.text.slice(0, 500)}\n${JSON.stringify(came.payments)}`;
  const isRefused = came.payments.some(({ status }) => status === 'failed');
  if (dry.status !== 200) {
    const code = ({ body }: Answer) => (body as { code?: string } | undefined)?.code;
    assert.deepEqual([dry.status, code(dry)], [answer.status, code(answer)], said);
    return { answer, moved: false };
  }
  // Border: 200 of such a route is a dry run.
  const { payments, debits, bookings, balances } = dry.body as DryRun;
  assert.deepEqual(byText(payments.items.map(bare)), byText(came.payments.map(bare)), said);
  assert.equal(payments.count, came.payments.length, said);
  // What the provider refuses, nobody could know.
  if (isRefused) return { answer, moved: false };
  assert.equal(answer.status, 201, said);
  const bareDebits = debits.map(({ action, amountCents }) => ({ action, amountCents }));
  assert.deepEqual(byText(bareDebits), byText(came.debits), said);
  assert.deepEqual(byText(bookings.items), byText(came.bookings), said);
  const after = new Map(came.balances.map(({ account, afterCents }) => [account, afterCents]));
  for (const { account, afterCents } of balances.items) assert.equal(after.get(account), afterCents, `${account}: ${said}`);
  return { answer, moved: came.bookings.length > 0 || came.payments.length > 0 };
}

/** The client of an administrator whose every request that `moves` money is a dry run first. */
export function dryFirst(
  world: World,
  client: Client,
  { moves, onCompared }: { moves: (path: string) => boolean; onCompared: (moved: boolean) => void },
): Client {
  const post: Client['post'] = async (path, body, headers) => {
    if (!moves(path)) return client.post(path, body, headers);
    const { answer, moved } = await bothWays(world, (query) => client.post(`${path}${query}`, body, headers));
    onCompared(moved);
    // Border: the caller names the shape, as of any answer.
    return answer as never;
  };
  return { ...client, post };
}
