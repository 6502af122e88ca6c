// The papers of purchases and deals through HTTP, and what stands on them, read back from the PDF.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  resaleProperty,
  signInAdministrator,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { askCorrection, correctionIs } from '../../../../test/support/correction-actors.ts';
import { customerIs, recordCompany } from '../../../../test/support/customer-states.ts';
import { sheetsOf } from '../../../../test/support/pdf-text.ts';
import { renameProperty } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { longDay } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Purchase = { id: string; status: string };

let world: World;
let funding: { propertyId: PropertyId };

before(async () => {
  world = await startWorld({ settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '200' } });
  funding = await openFunding(world, { bricks: 500 });
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const purchasePaper = (id: string) => `/customers/purchases/${id}/document`;
const dealPaper = (id: string) => `/customers/deals/${id}/document`;

/** The file as it is downloaded. */
async function fileOf({ client }: Investor, path: string): Promise<{ name: string; bytes: Uint8Array }> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(world.url + path, { headers: { cookie } });
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  const disposition = response.headers.get('content-disposition') ?? '';
  const [, name = ''] = /^attachment; filename="(AVIS-\d{4}-\d{6}\.pdf)"$/.exec(disposition) ?? [];
  assert.ok(name, disposition);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** The words on its only sheet. */
async function textOf(person: Investor, path: string): Promise<string> {
  const sheets = sheetsOf((await fileOf(person, path)).bytes);
  assert.equal(sheets.length, 1);
  return sheets.join('\n');
}

function holds(text: string, words: readonly string[]): void {
  for (const word of words) assert.ok(text.includes(word), `${word} is missing in:\n${text}`);
}

/** Somebody of this name, whom the shared actor calls otherwise. */
const named = (firstName: string, lastName: string, fundsCents = 0): Promise<Investor> =>
  verifiedInvestor(world, { fundsCents, firstName, lastName });

/** A verified business: the ways to one are the onboarding's own tests. */
async function business(): Promise<Investor> {
  const person = await verifiedInvestor(world, { fundsCents: 10_000 });
  await customerIs(world, person.customerId, 'business');
  await recordCompany(world, person.customerId);
  return person;
}

const buy = async ({ client }: Investor, amount: number) =>
  expectStatus(await client.post<Purchase>(`/properties/${funding.propertyId}/purchase`, { amount }), 201).body.id;
const purchaseIs = (person: Investor, id: string, status: string) =>
  world.until(async () => {
    const { items } = expectStatus(await person.client.get<{ items: Purchase[] }>('/customers/purchases'), 200).body;
    return items.find((purchase) => purchase.id === id && purchase.status === status);
  }, `the purchase is ${status}`);
const confirmedPurchase = async (person: Investor, amount = 3) => {
  const id = await buy(person, amount);
  await purchaseIs(person, id, 'confirmed');
  return id;
};

/** A deal of ten bricks at 9.50 EUR, offered. */
async function offered(seller: Investor): Promise<string> {
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 10 }] });
  const body = { propertyId, amount: 10, price: 950 };
  return expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', body), 201).body.id;
}

async function confirmedDeal(): Promise<{ seller: Investor; buyer: Investor; dealId: string }> {
  const [seller, buyer] = [await named('Sacha', 'Vendeur'), await named('Alba', 'Acheteuse', 20_000)];
  const dealId = await offered(seller);
  expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
  await world.until(async () => {
    const { body } = await buyer.client.get<{ status?: string } | undefined>(`/customers/deals/${dealId}`);
    return body?.status === 'confirmed';
  }, 'the deal is confirmed');
  return { seller, buyer, dealId };
}

const today = () => world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate();

describe('GET /customers/purchases/:purchaseId/document', () => {
  it('says who bought what, when and for how much, with number and reference', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 10_000 });
    const day = today();
    const id = await confirmedPurchase(person);
    const { name } = await fileOf(person, purchasePaper(id));
    const text = await textOf(person, purchasePaper(id));
    holds(text, [
      'AVIS D’OPÉRATION',
      `N° ${name.replace('.pdf', '')}`,
      `Date de l’opération : ${longDay(day)}`,
      `Référence : ${id}`,
      'Camille Durand',
      '1 rue de la République',
      '69001 Lyon',
      'France',
      'Souscription de briques',
      'Les Acacias',
      '10,00 €',
      'Total payé',
      '30,00 €',
      'soumise à la TVA.',
    ]);
    assert.match(text, /\n3\n/);
    assert.doesNotMatch(text, /Commission|Net reçu/);
  });
  it('is the same, byte for byte, later and under another name and name of the project', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 10_000 });
    const id = await confirmedPurchase(person);
    const before = await fileOf(person, purchasePaper(id));
    const { body } = expectStatus(await askCorrection(world, person, { lastName: 'Petit', city: 'Nice' }), 201);
    await correctionIs(world, person, body.id, 'accepted');
    await renameProperty(world, funding.propertyId, 'Les Érables');
    try {
      assert.deepEqual(await fileOf(person, purchasePaper(id)), before);
    } finally {
      await renameProperty(world, funding.propertyId, 'Les Acacias');
    }
    const next = await confirmedPurchase(person);
    assert.match(await textOf(person, purchasePaper(next)), /Camille Petit/);
    assert.notEqual((await fileOf(person, purchasePaper(next))).name, before.name);
  });
  it('of a business names its company', async () => {
    const person = await business();
    const text = await textOf(person, purchasePaper(await confirmedPurchase(person)));
    holds(text, ['BRIQUE ET PIERRE', '75008 PARIS 8', 'SIREN 936213743']);
    assert.doesNotMatch(text, /Camille/);
  });
  it('while the provider has not moved the money -> 400 trade-paper.not-confirmed', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 10_000 });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectCode(await person.client.get(purchasePaper(await buy(person, 1))), 400, 'trade-paper.not-confirmed');
  });
  it('taken back inside its window -> 400 trade-paper.not-confirmed', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 10_000 });
    const id = await confirmedPurchase(person);
    await fileOf(person, purchasePaper(id));
    expectStatus(await person.client.delete(`/customers/purchases/${id}`), 200);
    expectCode(await person.client.get(purchasePaper(id)), 400, 'trade-paper.not-confirmed');
  });
  it("another investor's, an unknown one, a deal's id -> 404 trade-paper.trade-not-found", async () => {
    const person = await verifiedInvestor(world, { fundsCents: 10_000 });
    const id = await confirmedPurchase(person);
    const other = await verifiedInvestor(world);
    expectCode(await other.client.get(purchasePaper(id)), 404, 'trade-paper.trade-not-found');
    expectCode(await person.client.get(purchasePaper(randomUUID())), 404, 'trade-paper.trade-not-found');
    expectCode(await person.client.get(dealPaper(id)), 404, 'trade-paper.trade-not-found');
  });
  it('no UUID -> 400 validation-failed', async () =>
    expectCode(await (await verifiedInvestor(world)).client.get(purchasePaper('x')), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(purchasePaper(randomUUID())), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get(purchasePaper(randomUUID())), 403, 'forbidden'));
});

describe('GET /customers/deals/:dealId/document', () => {
  it('the buyer sees what they paid, the seller the commission with its VAT and the net; neither sees the other', async () => {
    const { seller, buyer, dealId } = await confirmedDeal();
    const bought = await textOf(buyer, dealPaper(dealId));
    const common = ['AVIS D’OPÉRATION', `Référence : ${dealId}`, 'Les Tilleuls', '9,50 €', '95,00 €'];
    holds(bought, [...common, 'Achat de briques sur le marché secondaire', 'Alba Acheteuse', 'Total payé']);
    assert.doesNotMatch(bought, /Sacha|Vendeur|Commission|Net reçu/);
    const sold = await textOf(seller, dealPaper(dealId));
    holds(sold, [...common, 'Vente de briques sur le marché secondaire', 'Sacha Vendeur', 'Prix de vente']);
    holds(sold, ['Commission HT\n-1,58 €', 'TVA 20 %\n-0,32 €', 'Commission TTC\n-1,90 €', 'Net reçu\n93,10 €']);
    assert.doesNotMatch(sold, /Alba|Acheteuse|Total payé/);
    for (const text of [bought, sold])
      for (const { customerId, email } of [seller, buyer]) assert.ok(!text.includes(customerId) && !text.includes(email));
    const [one, other] = [await fileOf(buyer, dealPaper(dealId)), await fileOf(seller, dealPaper(dealId))];
    assert.notEqual(one.name, other.name);
    assert.deepEqual(await fileOf(buyer, dealPaper(dealId)), one);
  });
  it('offered, then reserved -> 400 trade-paper.not-confirmed, to seller and buyer', async () => {
    const seller = await verifiedInvestor(world);
    const buyer = await verifiedInvestor(world, { fundsCents: 20_000 });
    const dealId = await offered(seller);
    expectCode(await seller.client.get(dealPaper(dealId)), 400, 'trade-paper.not-confirmed');
    expectCode(await buyer.client.get(dealPaper(dealId)), 404, 'trade-paper.trade-not-found');
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending', times: 1 });
    expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
    for (const { client } of [seller, buyer]) expectCode(await client.get(dealPaper(dealId)), 400, 'trade-paper.not-confirmed');
  });
  it("others', an unknown one, a purchase's id -> 404 trade-paper.trade-not-found", async () => {
    const { buyer, dealId } = await confirmedDeal();
    const other = await verifiedInvestor(world);
    expectCode(await other.client.get(dealPaper(dealId)), 404, 'trade-paper.trade-not-found');
    expectCode(await other.client.get(dealPaper(randomUUID())), 404, 'trade-paper.trade-not-found');
    expectCode(await buyer.client.get(purchasePaper(dealId)), 404, 'trade-paper.trade-not-found');
  });
  it('no UUID -> 400 validation-failed', async () =>
    expectCode(await (await verifiedInvestor(world)).client.get(dealPaper('x')), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(dealPaper(randomUUID())), 401, 'unauthenticated'));
});

describe('a paper', () => {
  it('cannot be changed or deleted by the application', async () => {
    const { db } = world.deps;
    const refused = { message: /permission denied/ };
    await assert.rejects(
      db
        .updateTable('trade_paper')
        .set({ price_cents: centsOf(1) })
        .execute(),
      refused,
    );
    await assert.rejects(db.deleteFrom('trade_paper').execute(), refused);
  });
});
