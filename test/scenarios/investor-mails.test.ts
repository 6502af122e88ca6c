// The mails of an investor's life: each leaves with its event, once, says the amount, and leads to a page.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, openFunding, resaleProperty, signInAdministrator, signUp, verifiedInvestor } from '../support/actors.ts';
import { type CodeAction, codesIn, waitForCode } from '../support/codes.ts';
import { waitingInvestor } from '../support/notifications.ts';
import { readChat } from '../support/readers.ts';
import { shows } from '../support/recorder.ts';
import { bankAccountOf, endPayout, withdraw, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, type ReceivedMail, startWorld, type World } from '../support/world.ts';

const FRONT_URL = 'https://front.mortar.test';

let world: World;
before(async () => {
  world = await startWorld({ settings: { FRONT_URL } });
});
after(() => world.close());

/** The one mail with this subject, once it is there; amounts are compared with ordinary blanks. */
async function mailOf(to: { email: string }, subject: RegExp, page: string, ...words: string[]): Promise<ReceivedMail> {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  const found = () => world.mails(to.email).then((mails) => mails.filter((mail) => subject.test(plain(mail.subject))));
  const [mail] = await world.until(async () => {
    const mails = await found();
    return mails.length > 0 && mails;
  }, `a mail ${subject}`);
  assert.ok(mail);
  assert.equal((await found()).length, 1);
  for (const word of [...words, FRONT_URL + page]) {
    assert.ok(plain(mail.text).includes(word), `${word} is missing in:\n${mail.text}`);
    assert.ok(plain(mail.html).includes(word), `${word} is missing in the HTML`);
  }
  return mail;
}
const confirm = async (person: Investor, action: CodeAction, ask: () => Promise<unknown>) => {
  const known = (await codesIn(world, person.email, action)).length;
  await ask();
  const code = await waitForCode(world, person.email, action, known + 1);
  expectStatus(await person.client.post('/auth/mfa/confirm-code', { action, code }), 201);
};

describe('the account', () => {
  it('confirmed address: welcome, once', async () => {
    const person = await signUp(world);
    const ask = () => person.client.get('/customers/email/send-code');
    await confirm(person, 'email-validation', ask);
    await mailOf(person, /^Bienvenue chez Mortar$/, '/account/identity');
    await world.moveClock({ advance: 'PT20M' });
    expectStatus(await ask(), 204);
    await mailOf(person, /^Bienvenue chez Mortar$/, '/account/identity');
  });
  it('second factor turned on, and off again', async () => {
    const person = await signUp(world);
    await confirm(person, 'mfa-enabled-update', () => person.client.patch('/auth/mfa', { enabled: true }));
    await mailOf(person, /^La double authentification est activée$/, '/account');
    await world.moveClock({ advance: 'PT20M' });
    await confirm(person, 'mfa-enabled-update', () => person.client.patch('/auth/mfa', { enabled: false }));
    await mailOf(person, /^La double authentification est désactivée$/, '/account');
  });
  it('frozen and free again, mailed once each, without the team’s reason', async () => {
    const [person, { client }] = [await verifiedInvestor(world), await signInAdministrator(world)];
    const update = (frozen: boolean) =>
      client.patch(`/administration/customers/${person.customerId}`, { frozen, reason: 'secret suspicion' });
    for (const frozen of [true, true]) expectStatus(await update(frozen), 200);
    const mail = await mailOf(person, /^Votre compte est suspendu$/, '/account');
    assert.ok(!mail.text.includes('secret'));
    for (const frozen of [false, false]) expectStatus(await update(frozen), 200);
    await mailOf(person, /^La suspension de votre compte est levée$/, '/account', 'Vous pouvez de nouveau investir');
  });
  it('free again without a verified identity, mailed what is missing instead of what one may do; named as one signed up', async () => {
    const [person, { client }] = [await signUp(world), await signInAdministrator(world)];
    for (const frozen of [true, false])
      expectStatus(await client.patch(`/administration/customers/${person.customerId}`, { frozen, reason: 'a look' }), 200);
    const free = await mailOf(person, /^La suspension de votre compte est levée$/, '/account/identity', 'faire vérifier');
    assert.doesNotMatch(free.text, /vous pouvez/i);
    assert.match(free.text, /^Bonjour Camille Durand,$/m);
    assert.ok(free.text.includes(world.deps.config.MAIL_FROM.replace(/^.*<|>$/g, '')));
  });
  it('verified while the account is frozen, mailed without what it may not do', async () => {
    const [person, { client }] = [await waitingInvestor(world), await signInAdministrator(world)];
    expectStatus(await client.patch(`/administration/customers/${person.customerId}`, { frozen: true, reason: 'a look' }), 200);
    await world.control('PUT', `/accounts/${person.customerId}/status`, { status: 6 });
    const { text } = await mailOf(person, /^Votre identité est vérifiée$/, '/projects', 'reste suspendu');
    assert.doesNotMatch(text, /vous pouvez/);
  });
});

describe('the identity', () => {
  it('document refused with its reason, then the identity refused, verified and outdated, each mailed once', async () => {
    const person = await waitingInvestor(world);
    await world.control('PUT', `/documents/${person.documentId}`, { status: 4 });
    await world.control('PUT', `/documents/${person.documentId}`, { status: 4 });
    await mailOf(person, /^Votre document n’a pas été accepté$/, '/account/identity', 'document illisible', 'carte.pdf');
    const statuses = [
      [3, /^Votre identité n’a pas pu être vérifiée$/, '/account/identity'],
      [6, /^Votre identité est vérifiée$/, '/projects'],
      [8, /^Votre pièce d’identité est à renouveler$/, '/account/identity'],
    ] as const;
    for (const [status, subject, page] of statuses) {
      for (let delivery = 0; delivery < 2; delivery += 1)
        await world.control('PUT', `/accounts/${person.customerId}/status`, { status });
      await mailOf(person, subject, page);
    }
  });
});

describe('money', () => {
  it('a versement, mailed once after several look-ups', async () => {
    const person = await verifiedInvestor(world);
    await world.control('POST', `/accounts/${person.customerId}/credit`, { amountCents: 123_450 });
    await Promise.all([
      person.client.get('/customers/wallet'),
      world.runJob('incoming-wires'),
      person.client.get('/customers/wallet'),
    ]);
    await mailOf(person, /^Votre versement de 1 234,50 € est arrivé$/, '/wallet', '1 234,50 €');
  });
  it('a withdrawal: asked for, and paid', async () => {
    const person = await withdrawer(world, 50_000);
    expectStatus(await withdraw(world, person, { amount: 12_345 }), 201);
    await mailOf(person, /^Votre retrait de 123,45 € est en cours$/, '/wallet', '123,45 €', 'offerts');
    await endPayout(world, person, 'complete');
    await mailOf(person, /^Votre retrait de 123,45 € est parti$/, '/wallet', '123,45 €');
  });
  it('a withdrawal that fails', async () => {
    const person = await withdrawer(world, 50_000);
    expectStatus(await withdraw(world, person, { amount: 5_000 }), 201);
    await endPayout(world, person, 'fail');
    await mailOf(person, /^Votre retrait n’a pas abouti$/, '/wallet', '50,00 €');
  });
  it('a bank account added, then validated or refused', async () => {
    for (const [status, subject] of [
      [5, /^Votre compte bancaire est validé$/],
      [9, /^Votre compte bancaire n’a pas été accepté$/],
    ] as const) {
      const person = await verifiedInvestor(world);
      expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'bank-account-creation' }), 201);
      const tfa = await waitForCode(world, person.email, 'bank-account-creation');
      const details = { iban: 'FR7630006000011234567890189', holder: 'Camille Durand' };
      expectStatus(await person.client.post('/customers/provider/payment-method', details, { tfa }), 201);
      await mailOf(person, /^Un compte bancaire a été ajouté$/, '/account/bank-accounts', 'IBAN se terminant par 0189');
      const { ibans } = await world.control<{ ibans: { id: number }[] }>('GET', `/accounts/${person.customerId}`);
      await world.control('PUT', `/ibans/${ibans[0]?.id}`, { status });
      for (const _ of [1, 2]) expectStatus(await person.client.get('/customers/provider/payment-method'), 200);
      await mailOf(person, subject, '/account/bank-accounts', 'IBAN se terminant par 0189');
    }
  });
  it('nothing is mailed of a bank account that was there already', async () => {
    const person = await verifiedInvestor(world);
    await bankAccountOf(world, person.customerId);
    expectStatus(await person.client.get('/customers/provider/payment-method'), 200);
    assert.ok((await world.mails(person.email)).every(({ subject }) => !/compte bancaire/.test(subject)));
  });
});

describe('bricks', () => {
  it('a purchase in a funding, made and cancelled', async () => {
    const person = await verifiedInvestor(world, { fundsCents: 100_000 });
    const { propertyId } = await openFunding(world, { bricks: 100 });
    expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount: 12 }), 201);
    await mailOf(person, /^Investissement enregistré : Les Acacias$/, '/investments', '120,00 €', '12 briques');
    const { items } = (await person.client.get<{ items: { id: string }[] }>('/customers/purchases')).body;
    expectStatus(await person.client.delete(`/customers/purchases/${items[0]?.id}`), 200);
    await mailOf(person, /^Investissement annulé : Les Acacias$/, '/wallet', '120,00 €');
  });
  const offer = async () => {
    const [seller, buyer] = [await verifiedInvestor(world), await verifiedInvestor(world, { fundsCents: 10_000 })];
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 5 }] });
    const deal = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 2, price: 900 });
    return { seller, buyer, dealId: expectStatus(deal, 201).body.id };
  };
  it('a deal, bought and sold', async () => {
    const { seller, buyer, dealId } = await offer();
    expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
    await mailOf(buyer, /^Achat confirmé : 2 briques de Les Tilleuls$/, '/investments', '18,00 €');
    await mailOf(seller, /^Vente confirmée : 2 briques de Les Tilleuls$/, '/wallet', '18,00 €');
  });
  it('a deal whose payment the provider refuses', async () => {
    const { buyer, dealId } = await offer();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
    await mailOf(buyer, /^Votre achat n’a pas abouti : Les Tilleuls$/, '/marketplace', '18,00 €', '2 briques');
  });
});

describe('other channels', () => {
  it('there are none: what left without being a mail went to the team, and names no address', async () => {
    const [seller, buyer] = [await verifiedInvestor(world), await verifiedInvestor(world, { fundsCents: 10_000 })];
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 5 }] });
    const deal = await seller.client.post<{ id: string }>('/marketplace/deal', { propertyId, amount: 1, price: 900 });
    expectStatus(await buyer.client.post(`/marketplace/deal/${expectStatus(deal, 201).body.id}/purchase`), 201);
    await mailOf(buyer, /^Achat confirmé/, '/investments');
    const messages = await readChat(world);
    const addresses = (await world.sql<{ email: string }>('select email from auth_user')).map(({ email }) => email);
    assert.deepEqual(
      messages.filter(({ text }) => addresses.some((email) => text.includes(email))),
      [],
    );
    assert.deepEqual(await world.control('GET', '/automation'), []);
    const leaving = await world.sql<{ name: string }>(
      `select distinct name from pgboss.job where data ? 'to' or data ->> 'customerId' = any($1)`,
      [[seller.customerId, buyer.customerId]],
    );
    assert.deepEqual(
      leaving.map(({ name }) => name).filter((name) => !/^send-(email|mfa-code)|-code$/.test(name)),
      [],
    );
    shows('event.no-other-channel');
  });
});

describe('the tax situation', () => {
  it('declared, validated and refused again, each with the rate that holds', async () => {
    const [person, { client }] = [await signUp(world), await signInAdministrator(world)];
    const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year + 1;
    expectStatus(await person.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
    await mailOf(person, new RegExp(`^Déclaration fiscale ${year} enregistrée$`), '/taxes', '31,4 %');
    const [request] = await world.sql<{ id: string }>('select id from tax_rate_request where customer_id = $1', [
      person.customerId,
    ]);
    expectStatus(await client.post(`/administration/tax-rate-requests/${request?.id}/validate`), 201);
    await mailOf(person, new RegExp(`^Déclaration fiscale ${year} prise en compte$`), '/taxes', '0 %');
    expectStatus(
      await client.post(`/administration/tax-rate-requests/${request?.id}/refuse`, { reason: 'Sans justificatif' }),
      201,
    );
    await mailOf(person, new RegExp(`^Déclaration fiscale ${year} refusée$`), '/taxes', '31,4 %', 'Sans justificatif');
  });
});
