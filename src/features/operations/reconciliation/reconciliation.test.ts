// The reconciliation with the provider: what it books and reports, and what may fail beside it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, verifiedInvestor } from '../../../../test/support/actors.ts';
import { readChat } from '../../../../test/support/readers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { lastingDifferences } from '../ledger-proof/index.ts';
import { describeRun, type ReconciliationReport } from './rules.ts';

let world: World;

before(async () => {
  world = await startWorld();
  await world.control('POST', '/accounts', { accountId: ELSEWHERE, kind: 'legal', status: 6, balanceCents: 0 });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const run = (body: { dryRun?: boolean } = {}) => world.runJob<ReconciliationReport>('provider-reconciliation', body);
const told = async () => (await readChat(world)).filter(({ channel }) => channel === 'reconciliation').map(({ text }) => text);
/** Runs the job and gives its report with the one message that it sent. */
async function runAndRead(): Promise<{ report: ReconciliationReport; text: string }> {
  const before = (await told()).length;
  const report = await run();
  await world.until(async () => (await told()).length > before, 'a message in the chat');
  const texts = await told();
  assert.equal(texts.length, before + 1);
  return { report, text: texts[0] ?? '' };
}
const balanceOf = async (person: Investor) =>
  (
    await world.sql<{ cents: string }>('select balance_cents as cents from ledger_account where name = $1', [
      `INV:${person.customerId}:AVAILABLE`,
    ])
  )[0]?.cents ?? '0';
/** Money that reaches the account by direct debit: no wire, so only the account's own statement shows it. */
async function debit(person: Investor, amountCents: number): Promise<void> {
  const iban = { iban: 'FR7630006000011234567890189', holder: 'Camille Durand', status: 6 };
  const { id: mandateId } = await world.control<{ id: number }>('POST', `/accounts/${person.customerId}/mandates`, iban);
  const created = await world.deps.payments.createDirectDebit({
    accountId: person.customerId,
    mandateId,
    amountCents: centsOf(amountCents),
    collectionDate: world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate().add({ days: 10 }),
    comment: '',
    reference: randomUUID(),
  });
  assert.ok(created.ok, JSON.stringify(created));
  await world.control('POST', `/debits/${created.value.debitId}/settle`);
}
/** An account at the provider that is nobody's here. */
const ELSEWHERE = 'account-of-others';
/** Money leaves the account at the provider, and our books know nothing of it; a negative amount gives it back. */
async function takeAway(person: Investor, amountCents: number): Promise<void> {
  const [fromAccountId, toAccountId] = amountCents > 0 ? [person.customerId, ELSEWHERE] : [ELSEWHERE, person.customerId];
  const moved = { fromAccountId, toAccountId, amountCents: centsOf(Math.abs(amountCents)), comment: '', reference: randomUUID() };
  assert.ok((await world.deps.payments.transfer(moved)).ok);
}
const give = (amountCents: number) => ({ amountCents });

describe('the job provider-reconciliation', () => {
  it('says so when nothing differs', async () => {
    await verifiedInvestor(world, { fundsCents: 5_000 });
    const { report, text } = await runAndRead();
    assert.deepEqual([report.ok, report.differences, report.booked, report.unread], [true, [], 0, []]);
    assert.ok(report.wallets >= 4);
    assert.match(text, /aucun écart sur \d+ comptes/);
  });
  it('books what arrived unseen, by wire or otherwise, once', async () => {
    const [byWire, byDebit] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    await world.control('POST', `/accounts/${byWire.customerId}/credit`, give(1_200));
    await debit(byDebit, 3_400);
    const { report, text } = await runAndRead();
    assert.deepEqual(
      [report.ok, report.differences, await balanceOf(byWire), await balanceOf(byDebit)],
      [true, [], '1200', '3400'],
    );
    assert.match(text, /versements? comptabilisés?/);
    assert.equal((await run()).booked, 0);
    assert.equal(await balanceOf(byDebit), '3400');
  });
  it('finds a money-in that is older than the newest booked one', async () => {
    const person = await verifiedInvestor(world);
    await debit(person, 700);
    await world.moveClock({ advance: 'P20D' });
    await world.control('POST', `/accounts/${person.customerId}/credit`, give(100));
    assert.ok((await run()).ok);
    assert.equal(await balanceOf(person), '800');
  });
  it('books a money-in once, though notification-like reads and two runs look at the same time', async () => {
    const person = await verifiedInvestor(world);
    await world.control('POST', `/accounts/${person.customerId}/credit`, give(900));
    await debit(person, 50);
    const look = () => person.client.get('/customers/wallet');
    const answers = await Promise.all([run(), look(), world.runJob('incoming-wires'), run(), look()]);
    for (const answer of [answers[1], answers[4]]) expectStatus(answer, 200);
    assert.equal(await balanceOf(person), '950');
    const rows = await world.sql('select from wallet_transaction where customer_id = $1', [person.customerId]);
    assert.equal(rows.length, 2);
  });
  it('reports what is missing, every night, and freezes nobody', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 100_000 });
    await takeAway(person, 40_050);
    try {
      for (let night = 0; night < 2; night += 1) {
        const { report, text } = await runAndRead();
        assert.equal(report.ok, false);
        const [difference] = report.differences.filter(({ accountId }) => accountId === person.customerId);
        assert.deepEqual(difference, {
          accountId: person.customerId,
          ledgerCents: 100_000,
          providerCents: 59_950,
          inFlightCents: 0,
          kind: 'missing',
        });
        assert.match(
          text.replace(/\s/g, ' '),
          new RegExp(`${person.customerId} : manque de 400,50 € \\(livres 1 000,00 €, prestataire 599,50 €`),
        );
      }
      const [frozen] = await world.sql<{ frozen_at: unknown }>('select frozen_at from customer where id = $1', [
        person.customerId,
      ]);
      assert.equal(frozen?.frozen_at, null);
    } finally {
      await takeAway(person, -40_050);
    }
  });
  it('an account whose statement cannot be read is named, and keeps none of the others', async () => {
    const [silent, other] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    for (const person of [silent, other]) await debit(person, 600);
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/transactions', mode: 'http-500', times: 1 });
    const { report, text } = await runAndRead();
    const balances = [await balanceOf(silent), await balanceOf(other)].sort();
    assert.deepEqual(balances, ['0', '600']);
    assert.deepEqual([report.ok, report.unread.length, report.differences.map(({ kind }) => kind)], [false, 1, ['surplus']]);
    assert.match(text, /lecture impossible/);
    assert.ok((await run()).ok);
  });
  it('a provider that shows no balances: reported, nothing compared, money by wire booked all the same', async () => {
    const person = await verifiedInvestor(world);
    await world.control('POST', `/accounts/${person.customerId}/credit`, give(300));
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/balances', mode: 'http-500', times: 1 });
    const { report, text } = await runAndRead();
    assert.deepEqual([report.ok, report.failure, report.wallets, await balanceOf(person)], [false, 'balances', 0, '300']);
    assert.match(text, /soldes illisibles/);
  });
  it('wires that cannot be listed keep nothing from being compared', async () => {
    const person = await verifiedInvestor(world);
    await world.control('POST', `/accounts/${person.customerId}/credit`, give(400));
    await world.control('POST', '/faults', { route: 'GET /v2/moneyins/bankwire', mode: 'http-500', times: 1 });
    const { report } = await runAndRead();
    assert.deepEqual([report.ok, report.failure, report.differences, await balanceOf(person)], [false, 'unavailable', [], '400']);
  });
  it('a dry run books and reports nothing', async () => {
    const person = await verifiedInvestor(world);
    await debit(person, 250);
    const before = (await told()).length;
    const report = await run({ dryRun: true });
    assert.deepEqual(
      report.differences.map(({ accountId, kind }) => [accountId, kind]),
      [[person.customerId, 'surplus']],
    );
    assert.deepEqual([await balanceOf(person), (await told()).length], ['0', before]);
    assert.ok((await run()).ok);
  });
});

describe('what is reported', () => {
  const difference = {
    accountId: 'a',
    ledgerCents: centsOf(5),
    providerCents: centsOf(3),
    inFlightCents: centsOf(0),
    kind: 'missing' as const,
  };
  const surplus = { ...difference, accountId: 'b', providerCents: centsOf(9), kind: 'surplus' as const };
  it('only what differed in the same sense twice', () => {
    assert.deepEqual(lastingDifferences([difference, surplus], [{ ...difference, providerCents: centsOf(4) }]), [
      { ...difference, providerCents: centsOf(4) },
    ]);
    assert.deepEqual(lastingDifferences([difference], [{ ...difference, kind: 'surplus' }, surplus]), []);
  });
  it('missing money first, twenty lines at most', () => {
    const differences = [surplus, ...Array.from({ length: 24 }, (_, index) => ({ ...difference, accountId: `a${index}` }))];
    const report = { ok: false, wallets: 1_000, booked: 1, differences, unknownMovements: [], unread: [], dryRun: false };
    const lines = describeRun(report, Temporal.Instant.from('2026-11-20T03:45:00Z')).replace(/\s/g, ' ').split('•');
    assert.match(lines[0] ?? '', /20 novembre 2026 : 25 écarts sur 1 000 comptes/);
    assert.equal(lines.length, 21);
    assert.match(lines[1] ?? '', /^ a0 : manque de 0,02 €/);
    assert.match(lines[20] ?? '', /… et 5 autres\. 1 versement comptabilisé\./);
  });
  it('how much moved that the books do not know', () => {
    const movement = {
      kind: 'transfer',
      providerId: 1,
      fromAccountId: 'a',
      toAccountId: 'b',
      reference: null,
      isExecuted: true,
    } as const;
    const unknownMovements = [150, 200].map((cents) => ({ ...movement, amountCents: centsOf(cents), movedAt: '' }));
    const report = { ok: false, wallets: 2, booked: 0, differences: [difference], unknownMovements, unread: [], dryRun: false };
    const text = describeRun(report, Temporal.Instant.from('2026-11-20T03:45:00Z')).replace(/\s/g, ' ');
    assert.match(text, /2 mouvements que les livres ne connaissent pas : 3,50 €\./);
  });
});
