// Statements of a year through HTTP: equal to the ledger to the cent, harmless in a spreadsheet, and nobody else's.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  resaleProperty,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { manyDeposits } from '../../../../test/support/bulk-rows.ts';
import { endPayout, payoutQuery } from '../../../../test/support/payout-query.ts';
import { sheetsOf } from '../../../../test/support/pdf-text.ts';
import { renameProperty } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { availableOf, EXTERNAL, type LedgerLine, move, PLATFORM, postToLedger, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction, openPayouts, type WalletTransactionType } from '../../../money/payments/index.ts';
import { type InvestorTransactionType, investorTypes, STATEMENT_TYPES } from './rules.ts';

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-11-20T10:00:00Z' });
});
after(() => world.close());

/** A movement that is a fact, booked as the rooms book theirs. */
const book = (
  of: Investor,
  type: WalletTransactionType,
  amountCents: number,
  at: string,
  more: { propertyId?: PropertyId; lines?: LedgerLine[] } = {},
) =>
  inTransaction(world.deps.db, (tx) => {
    const isIn = STATEMENT_TYPES[type as InvestorTransactionType].sign === 1;
    const eventAt = Temporal.Instant.from(at);
    return bookTransaction(tx, {
      type,
      owner: { customerId: of.customerId },
      amountCents: centsOf(amountCents),
      at: eventAt,
      eventAt,
      lines: isIn
        ? move(centsOf(amountCents), EXTERNAL, availableOf(of.customerId))
        : move(centsOf(amountCents), availableOf(of.customerId), EXTERNAL),
      ...more,
    });
  });
const csvOf = async (of: Investor, year: number) => {
  const answer = expectStatus(await of.client.get(`/customers/wallet/statements/${year}/csv`), 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
  assert.equal(answer.headers.get('content-disposition'), `attachment; filename="mortar-releve-${year}.csv"`);
  return answer.text;
};
const rowsOf = async (of: Investor, year: number) => {
  const text = await csvOf(of, year);
  return text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';'));
};
const linesOf = async (of: Investor, year: number) => (await rowsOf(of, year)).filter((row) => row[3] === 'Confirmée');
const balance = async (of: Investor, year: number, name: string) =>
  (await rowsOf(of, year)).find(([, label]) => label === name)?.[5];
/** The body as it is: reading it as text would drop the mark of UTF-8. */
const bytesOf = async (of: Investor, path: string) => {
  const cookie = [...of.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(world.url + path, { headers: { cookie } });
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
};
const pdfOf = async (of: Investor, year: number) => sheetsOf(await bytesOf(of, `/customers/wallet/statements/${year}/pdf`));

describe('GET /customers/wallet/statements/:year/csv', () => {
  it('tells balances, signed lines and totals, year by Paris year, as the ledger has them', async () => {
    const person = await verifiedInvestor(world);
    await book(person, 'MONEY_IN', 123_456, '2026-12-31T22:59:59Z');
    await book(person, 'MONEY_IN', 5, '2026-12-31T23:00:00Z');
    await book(person, 'WITHDRAWAL', 20_000, '2027-03-01T09:00:00Z');
    await book(person, 'WITHDRAWAL_FEE', 120, '2027-03-01T09:00:00Z');
    await world.moveClock({ now: '2027-05-02T10:00:00Z' });
    try {
      const [head, opening, line, closing, total, ...none] = await rowsOf(person, 2026);
      assert.deepEqual(head, ['Date', 'Opération', 'Bien', 'Statut', 'Montant', 'Solde', 'Référence']);
      assert.deepEqual(opening, ['01/01/2026', 'Solde d’ouverture', '', '', '', '0,00', '']);
      assert.deepEqual(line?.slice(0, 6), ['31/12/2026', 'Versement', '', 'Confirmée', '1234,56', '1234,56']);
      assert.deepEqual(closing, ['31/12/2026', 'Solde de clôture', '', '', '', '1234,56', '']);
      assert.deepEqual([total, none], [['', 'Total : Versement (1)', '', '', '1234,56', '', ''], []]);
      assert.equal(await balance(person, 2027, 'Solde d’ouverture'), '1234,56');
      assert.deepEqual(
        (await linesOf(person, 2027)).map((row) => [row[0], row[1], row[4], row[5]]),
        [
          ['01/01/2027', 'Versement', '0,05', '1234,61'],
          ['01/03/2027', 'Retrait', '-200,00', '1034,61'],
          ['01/03/2027', 'Frais de retrait', '-1,20', '1033,41'],
        ],
      );
      assert.deepEqual((await rowsOf(person, 2027)).find((row) => row[1] === 'Solde de clôture')?.slice(0, 1), ['02/05/2027']);
      const wallet = expectStatus(await person.client.get<{ balanceCents: number }>('/customers/wallet'), 200).body;
      assert.deepEqual([wallet.balanceCents, await balance(person, 2027, 'Solde de clôture')], [103_341, '1033,41']);
    } finally {
      await world.moveClock({ now: '2026-11-20T10:00:00Z' });
    }
  });
  it('follows a purchase from its hold to its end: held money stays in the balance, a released hold is no line', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 100_000 });
    const [bought, canceled] = [await openFunding(world, { bricks: 100 }), await openFunding(world, { bricks: 100 })];
    for (const { propertyId } of [bought, canceled])
      expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount: 20 }), 201);
    assert.deepEqual([(await linesOf(person, 2026)).length, await balance(person, 2026, 'Solde de clôture')], [1, '1000,00']);
    const purchases = expectStatus(
      await person.client.get<{ items: { id: string; propertyId: PropertyId }[] }>('/customers/purchases'),
      200,
    ).body;
    const dropped = purchases.items.find(({ propertyId }) => propertyId === canceled.propertyId);
    expectStatus(await person.client.delete(`/customers/purchases/${dropped?.id}`), 200);
    await world.runJob('wallet-transactions');
    const lines = await linesOf(person, 2026);
    assert.deepEqual(
      lines.map((row) => row.slice(1, 6)),
      [
        ['Versement', '', 'Confirmée', '1000,00', '1000,00'],
        ['Investissement', 'Les Acacias', 'Confirmée', '-200,00', '800,00'],
      ],
    );
    const [order] = await world.sql<{ id: string }>(
      `select id from payment where status = 'succeeded' and from_account_id = $1`,
      [person.customerId],
    );
    assert.equal(lines[1]?.[6], order?.id);
  });
  it('both sides of a deal on the market, whose money one posting moves', async () => {
    const [seller, buyer] = [await verifiedInvestor(world), await verifiedInvestor(world, { fundsCents: 10_000 })];
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 5 }] });
    const deal = expectStatus(
      await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price: 900 }),
      201,
    ).body;
    expectStatus(await buyer.client.post(`/marketplace/deal/${deal.id}/purchase`), 201);
    await world.runJob('wallet-transactions');
    assert.deepEqual(
      (await linesOf(seller, 2026)).map((row) => [row[1], row[4], row[5]]),
      [['Vente sur le marché', '18,00', '18,00']],
    );
    assert.deepEqual((await linesOf(buyer, 2026)).at(-1)?.slice(4, 6), ['-18,00', '82,00']);
  });
  it('names every type that a wallet knows, and adds each up', async () => {
    const person = await verifiedInvestor(world);
    await book(person, 'MONEY_IN', 10_000_000, '2026-11-20T10:00:00Z');
    for (const [index, type] of investorTypes().entries())
      await book(person, type, 100 + index, `2026-11-20T11:00:${10 + index}Z`);
    const rows = await rowsOf(person, 2026);
    const totals = rows.filter(([, label]) => label?.startsWith('Total'));
    assert.equal(totals.length, investorTypes().length);
    assert.deepEqual(totals[0], ['', 'Total : Versement (2)', '', '', '100001,00', '', '']);
    assert.ok(totals.some((row) => row[1] === 'Total : Rejet bancaire (1)' && row[4]?.startsWith('-')));
    const { body } = await person.client.get<{ balanceCents: number }>('/customers/wallet');
    assert.equal(await balance(person, 2026, 'Solde de clôture'), (body.balanceCents / 100).toFixed(2).replace('.', ','));
  });
  it('text cannot run as a formula nor break a row', async () => {
    const person = await verifiedInvestor(world);
    for (const [index, name] of ['=HYPERLINK("http://x")', '+1', '-2', '@SUM(A1)', 'Un;"deux"'].entries()) {
      const { propertyId } = await openFunding(world, { bricks: 1 });
      await renameProperty(world, propertyId, name);
      await book(person, 'CAPITAL_REPAYMENT', 100, `2026-11-20T12:00:0${index}Z`, { propertyId });
    }
    const text = await csvOf(person, 2026);
    for (const cell of [`;"'=HYPERLINK(""http://x"")";`, `;'+1;`, `;'-2;`, `;'@SUM(A1);`, `;"Un;""deux""";`])
      assert.ok(text.includes(cell), text);
    const bytes = await bytesOf(person, '/customers/wallet/statements/2026/csv');
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  });
  it('is not given out when it does not lead to the ledger’s balance', async () => {
    const person = await verifiedInvestor(world);
    await book(person, 'MONEY_IN', 500, '2026-11-20T10:00:00Z');
    await book(person, 'COUPON_PAYOUT', 100, '2026-11-20T10:00:00Z', {
      lines: move(centsOf(99), EXTERNAL, availableOf(person.customerId)),
    });
    expectCode(await person.client.get('/customers/wallet/statements/2026/csv'), 500, 'internal-error');
    // Nothing of this file is proven by the ledger's other tests: the books are put right again.
    await book(person, 'COUPON_PAYOUT', 1, '2026-11-20T10:00:00Z', {
      lines: [...move(centsOf(2), EXTERNAL, availableOf(person.customerId)), ...move(0, EXTERNAL, PLATFORM.MAIN)],
    });
    assert.equal(await balance(person, 2026, 'Solde de clôture'), '6,01');
  });
  it("shows nobody else's", async () => {
    const [person, other] = [await verifiedInvestor(world, { fundsCents: 700 }), await verifiedInvestor(world)];
    assert.deepEqual([(await linesOf(person, 2026)).length, (await linesOf(other, 2026)).length], [1, 0]);
  });
  it('more transactions than a file may hold -> 400 wallet.statement-too-long', async () => {
    const person = await signUp(world);
    await manyDeposits(world, person.customerId, 50_001);
    for (const format of ['csv', 'pdf'])
      expectCode(await person.client.get(`/customers/wallet/statements/2026/${format}`), 400, 'wallet.statement-too-long');
  });
});

describe('GET /customers/wallet/statements/:year/pdf', () => {
  it('says holder, balances, totals and lines', async () => {
    const person = await verifiedInvestor(world);
    await book(person, 'MONEY_IN', 123_456, '2026-11-20T10:00:00Z');
    await book(person, 'WITHDRAWAL', 20_000, '2026-11-20T11:00:00Z');
    const [text = '', ...more] = await pdfOf(person, 2026);
    assert.equal(more.length, 0);
    for (const words of [
      'RELEVÉ 2026',
      'Du 1er janvier 2026 au 20 novembre 2026',
      'Camille Durand',
      person.email,
      'Solde d’ouverture',
      '0,00 €',
      'Solde de clôture',
      '1 034,56 €',
      'Versement',
      '1 234,56 €',
      '-200,00 €',
      '20/11/2026',
    ])
      assert.ok(text.includes(words), `${words} is missing in:\n${text}`);
  });
  it('goes on over further sheets', async () => {
    const person = await verifiedInvestor(world);
    for (let index = 0; index < 60; index += 1) await book(person, 'MONEY_IN', 100 + index, `2026-11-20T10:00:00Z`);
    const sheets = await pdfOf(person, 2026);
    assert.ok(sheets.length > 1);
    assert.equal(sheets.join('\n').match(/Versement/g)?.length, 61);
  });
  it('says so when nothing happened', async () => {
    const [text = ''] = await pdfOf(await verifiedInvestor(world), 2026);
    assert.match(text, /Aucune opération/);
  });
});

for (const format of ['csv', 'pdf'] as const)
  describe(`the years of GET /customers/wallet/statements/:year/${format}`, () => {
    for (const year of [2025, 2027])
      it(`${year}, before sign-up or to come -> 404 not-found`, async () =>
        expectCode(await (await signUp(world)).client.get(`/customers/wallet/statements/${year}/${format}`), 404, 'not-found'));
    for (const year of ['1999', '20x6', '2026.5'])
      it(`${year} -> 400 validation-failed`, async () =>
        expectCode(
          await (await signUp(world)).client.get(`/customers/wallet/statements/${year}/${format}`),
          400,
          'validation-failed',
        ));
    it('without a session -> 401 unauthenticated', async () =>
      expectCode(await world.visitor().get(`/customers/wallet/statements/2026/${format}`), 401, 'unauthenticated'));
    it('as an administrator -> 403 forbidden', async () => {
      const administrator = await signInAdministrator(world);
      expectCode(await administrator.client.get(`/customers/wallet/statements/2026/${format}`), 403, 'forbidden');
    });
  });

it('of one instant list and statement have each coupon beside its own tax, the list whatever is asked for at a time', async () => {
  const person = await signUp(world);
  const { propertyId } = await resaleProperty(world, { owners: [] });
  const [at, fromAccount] = [world.deps.clock.now(), purseOf(propertyId, 'COUPON')];
  const run = { purpose: 'property-sale', type: 'COUPON_PAYOUT', fromAccountId: 'spv', comment: '', propertyId, at } as const;
  const payouts = [1, 2, 3, 4].map((euros) => ({
    ...{ subjectId: randomUUID(), customerId: person.customerId },
    ...{ grossCents: euros * 1_000, taxCents: euros * 314 },
  }));
  await inTransaction(world.deps.db, async (tx) => {
    const lines = move(centsOf(10_000), EXTERNAL, fromAccount);
    await postToLedger(tx, { reference: randomUUID(), step: 'confirm', type: 'TEST', eventAt: at, createdAt: at, lines });
    await openPayouts(tx, world.deps, run, payoutQuery(payouts));
  });
  const pairs = payouts.map(({ grossCents, taxCents }) => [grossCents, taxCents]);
  const listed: number[] = [];
  for (let next = ''; ; ) {
    const path = `/customers/wallet/transactions?limit=3${next}`;
    const { body } = await person.client.get<{ items: { amountCents: number }[]; nextCursor: string | null }>(path);
    listed.push(...body.items.map(({ amountCents }) => amountCents));
    if (body.nextCursor === null) break;
    next = `&cursor=${body.nextCursor}`;
  }
  assert.deepEqual(inPairs(listed), pairs);
  for (const payout of payouts) await endPayout(world, payout, { fromAccount, outcome: { status: 'succeeded', at } });
  const printed = (await linesOf(person, 2026)).map((row) => Math.abs(Number(row[4]?.replace(',', ''))));
  assert.deepEqual(inPairs(printed), pairs);
});

/** Two and two as they stand, the smallest pair first: which payment of an instant comes first does not matter. */
function inPairs(amounts: readonly number[]): (number | undefined)[][] {
  const pairs = amounts.flatMap((cents, index) => (index % 2 === 0 ? [[cents, amounts[index + 1]]] : []));
  return pairs.toSorted(([one = 0], [other = 0]) => one - other);
}
