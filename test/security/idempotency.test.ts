// The Idempotency-Key of every route that moves money: its form, one effect however often it comes, and the same answer.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { type DeclaredRoute, declaredRoutes } from './declared-routes.ts';
import { type Ask, keyedRequests } from './keyed-routes.ts';

/** Routes whose own tests send them twice with a key: what they begin with is long. */
const IN_THEIR_ROOM: Readonly<Record<string, string>> = {
  'POST /properties/{propertyId}/purchase': 'investing/primary-purchase/purchase.test.ts',
  'POST /marketplace/deal/{dealId}/purchase': 'investing/marketplace/marketplace.test.ts',
  'POST /gift-cards': 'investing/gift-cards/gift-cards.test.ts',
  'POST /gift-cards/redeem': 'investing/gift-cards/gift-cards.test.ts',
  'POST /customers/provider/payment-intent/withdrawal': 'investing/withdrawals/withdrawals.test.ts',
  'POST /administration/property/{propertyId}/funding/transfer-funding-fees': 'projects/funding/company-fee.test.ts',
  'POST /administration/property/{propertyId}/funding/transfer-fiducie-fees': 'projects/funding/company-fee.test.ts',
  'POST /administration/property/{propertyId}/funding/transfer-funds-to-project-owner': 'projects/funding/owner-transfer.test.ts',
  'POST /administration/property/{propertyId}/solde-de-tout-compte/owner': 'repayment/final-settlement/owner-settlement.test.ts',
  'POST /administration/property/{propertyId}/resale/complete': 'projects/resale/resale-completion.test.ts',
  'POST /administration/payouts/{period}/tax-remittance': 'repayment/payouts/tax-remittance.test.ts',
  'POST /administration/payouts/lines/{lineId}/retry': 'repayment/payouts/payout-lines-refused.test.ts',
  'POST /administration/payouts/lines/{lineId}/paid-outside': 'repayment/payouts/payout-lines-refused.test.ts',
};
/** What every request leaves behind, and what is only looked up. */
const NO_EFFECT = [
  'idempotency_key',
  'cache_version',
  'ledger_account',
  'invoice_counter',
  'deal_quota',
  'auth_session',
  'auth_rate_limit',
  'request_count',
];

let world: World;
let admin: Person;
let requests: Record<string, Ask>;
let declared: DeclaredRoute[];

before(async () => {
  const email = 'keys@mortar.test';
  world = await startWorld({ worker: false, settings: { RECOMPUTE_ADMIN_EMAIL: email } });
  admin = await signInAdministrator(world, email);
  requests = await keyedRequests(world, admin);
  declared = (await declaredRoutes(world.visitor())).filter(({ movesMoney }) => movesMoney);
});
after(() => world.close());

const newKey = () => ({ 'idempotency-key': randomUUID() });
/** How many rows each table has, but those that a request without effect changes too. */
async function rows(): Promise<Record<string, number>> {
  const counted = await world.sql<{ name: string; count: number }>(
    `select table_name as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from public.%I', table_name), false, true, '')))[1]::text::int as count
     from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1)`,
    [NO_EFFECT],
  );
  return Object.fromEntries(counted.map(({ name, count }) => [name, count]));
}
async function effectOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rows();
  await work();
  const added = Object.entries(await rows()).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(added.filter(([, count]) => count !== 0));
}
function assertReplayed(again: Answer, first: Answer): void {
  assert.equal(again.headers.get('idempotency-replayed'), 'true', again.text);
  assert.deepEqual([again.status, again.body], [first.status, first.body]);
}

describe('routes that move money', () => {
  it('are all here or in the tests of their room', () => {
    const tested = [...Object.keys(requests), ...Object.keys(IN_THEIR_ROOM)].sort();
    assert.deepEqual(tested, declared.map(({ name }) => name).sort());
    for (const [route, file] of Object.entries(IN_THEIR_ROOM)) {
      const text = readFileSync(new URL(`../../src/features/${file}`, import.meta.url), 'utf8');
      assert.match(text, /'idempotency-key'/, route);
    }
  });

  it('a key of 7 characters, of 256, or with a space -> 400 validation-failed', async () => {
    for (const [route, ask] of Object.entries(requests)) {
      for (const key of ['short-1', 'x'.repeat(256), 'two words here']) {
        const answer = await ask(0, { 'idempotency-key': key });
        expectCode(answer, 400, 'validation-failed');
        assert.match(answer.text, /headers\/idempotency-key/, `${route}: ${answer.text}`);
      }
    }
  });

  it('once, whether one after the other or at once: one effect, the same answer', async () => {
    for (const [route, ask] of Object.entries(requests)) {
      const [key, other] = [newKey(), newKey()];
      let first: Answer | undefined;
      const single = await effectOf(async () => {
        first = expectStatus(await ask(0, key), 201);
      });
      assert.notDeepEqual(single, {}, `${route} has no effect`);
      const again = await effectOf(async () => assertReplayed(await ask(0, key), first as Answer));
      assert.deepEqual(again, {}, `${route} twice`);

      const atOnce = await effectOf(async () => {
        const answers = await Promise.all([ask(1, other), ask(1, other), ask(1, other)]);
        for (const answer of answers) if (answer.status !== 201) expectCode(answer, 409, 'idempotency-key-in-progress');
        const [won] = answers.filter(({ status }) => status === 201);
        assert.ok(won, `${route}: nobody was answered`);
        assertReplayed(await ask(1, other), won);
      });
      assert.deepEqual(atOnce, single, `${route} at once`);
    }
  });
});
