// Complaints through HTTP: sent from any account, acknowledged, limited, answered once.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { administratorOf, type Investor, type Person, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { LOST_RIGHTS } from '../../../../test/support/investor-rights.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { AdministrationComplaint, ComplaintView } from './schemas.ts';

const OWN = '/customers/complaints';
const ALL = '/administration/complaints';

type Today = { waiting: { kind: string; count: number; items: { id: string; since: string | null }[] }[] };

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld();
  admin = await administratorOf(world);
  await world.moveClock({ now: '2026-12-31T22:30:00Z' });
});
after(() => world.close());

const send = ({ client }: Investor, message: string, subject = 'payment') =>
  client.post<ComplaintView>(OWN, { subject, message });
const sent = async (person: Investor, message: string) => expectStatus(await send(person, message), 201).body;
const answer = (id: string, text = 'Le virement est parti.') =>
  admin.client.post<AdministrationComplaint>(`${ALL}/${id}/answer`, { answer: text });
const listOf = async ({ client }: Investor) => expectStatus(await client.get<{ items: ComplaintView[] }>(OWN), 200).body.items;
const waiting = async () =>
  expectStatus(await admin.client.get<Today>('/administration/today'), 200).body.waiting.find(({ kind }) => kind === 'complaint');
const mailTo = (person: Investor, subject: string) =>
  world.until(async () => (await world.mails(person.email)).find((mail) => mail.subject === subject), subject);

describe('POST /customers/complaints', () => {
  it('is kept, acknowledged by mail with the day of the answer, listed, and waits on Today', async () => {
    const person = await signUp(world);
    const { id, createdAt, ...shown } = await sent(person, '  Mon coupon\nmanque.  ');
    assert.deepEqual(shown, {
      ...{ subject: 'payment', message: 'Mon coupon\nmanque.', status: 'open' },
      ...{ answerDueOn: '2027-02-28', answer: null, answeredAt: null },
    });
    assert.equal((await listOf(person))[0]?.id, id);
    assert.match((await mailTo(person, 'Nous avons reçu votre réclamation')).text, /28 février 2027/);
    const today = await waiting();
    assert.deepEqual([today?.items.at(-1)?.id, today?.items.at(-1)?.since], [id, createdAt]);
  });
  it('comes from a frozen account too', async () => {
    const [frozen] = LOST_RIGHTS;
    const person = await verifiedInvestor(world);
    await frozen?.change(world, person);
    await sent(person, 'Pourquoi mon compte est-il gelé ?');
  });
  it('two at once with the same words are one, and again while it waits -> 400 complaint.already-received', async () => {
    const person = await signUp(world);
    const answers = await Promise.all([send(person, 'Deux fois'), send(person, 'Deux fois')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    expectCode(await send(person, ' Deux fois '), 400, 'complaint.already-received');
    expectStatus(await send(person, 'Deux fois', 'other'), 201);
    const [, first] = await listOf(person);
    expectStatus(await answer(first?.id ?? ''), 201);
    expectStatus(await send(person, 'Deux fois'), 201);
  });
  it('a sixth that would wait, also of two at once -> 400 complaint.too-many-open', async () => {
    const person = await signUp(world);
    for (const number of [1, 2, 3, 4]) await sent(person, `Point ${number}`);
    const answers = await Promise.all([send(person, 'Point 5'), send(person, 'Point 6')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    expectCode(await send(person, 'Point 7'), 400, 'complaint.too-many-open');
    assert.equal((await listOf(person)).length, 5);
  });
  it('nothing but blanks, or another subject -> 400', async () => {
    const person = await signUp(world);
    expectCode(await send(person, ' \n '), 400, 'validation-failed');
    expectCode(await send(person, 'Un texte', 'weather'), 400, 'validation-failed');
  });
  it('is read page by page by whose it is, and by nobody else', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    const ids = [(await sent(person, 'Un')).id, (await sent(person, 'Deux')).id];
    type Page = { items: ComplaintView[]; nextCursor: string | null };
    const first = expectStatus(await person.client.get<Page>(`${OWN}?limit=1`), 200).body;
    const second = expectStatus(await person.client.get<Page>(`${OWN}?limit=1&cursor=${first.nextCursor}`), 200).body;
    assert.deepEqual([...first.items, ...second.items].map(({ id }) => id).toSorted(), ids.toSorted());
    assert.deepEqual(await listOf(other), []);
  });
});

describe('/administration/complaints', () => {
  it('lists by state and by investor, and shows one with whose it is', async () => {
    const person = await verifiedInvestor(world);
    const { id } = await sent(person, 'Un retrait manque');
    const list = async (query: string) =>
      expectStatus(await admin.client.get<{ items: AdministrationComplaint[] }>(`${ALL}?${query}`), 200).body.items;
    assert.deepEqual(
      (await list(`customerId=${person.customerId}&status=open`)).map((item) => [item.id, item.name, item.email]),
      [[id, 'Camille Durand', person.email]],
    );
    assert.deepEqual(await list(`customerId=${person.customerId}&status=answered`), []);
    assert.equal(
      expectStatus(await admin.client.get<AdministrationComplaint>(`${ALL}/${id}`), 200).body.message,
      'Un retrait manque',
    );
  });
  it('one that is not there -> 404 not-found', async () => {
    expectCode(await admin.client.get(`${ALL}/${randomUUID()}`), 404, 'not-found');
  });
});

describe('POST /administration/complaints/:complaintId/answer', () => {
  it('answers, audits and mails; it waits no more', async () => {
    const person = await signUp(world);
    const { id } = await sent(person, 'Où est mon argent ?');
    const before = (await waiting())?.count ?? 0;
    const { body } = expectStatus(await answer(id, ' Il est parti hier.\n\nIl arrive demain. '), 201);
    assert.deepEqual([body.status, body.answer], ['answered', 'Il est parti hier.\n\nIl arrive demain.']);
    assert.ok(body.answeredAt);
    assert.equal((await waiting())?.count ?? 0, before - 1);
    const [own] = await listOf(person);
    assert.deepEqual([own?.status, own?.answer], ['answered', body.answer]);
    assert.match((await mailTo(person, 'Notre réponse à votre réclamation')).text, /Il arrive demain\./);
    const audits = await readAudits<{ target_type: string; payload: unknown }>(
      world,
      { targetId: id, kind: 'COMPLAINT_ANSWER' },
      ['target_type', 'payload'],
    );
    assert.deepEqual(audits, [{ target_type: 'complaint', payload: { customerId: person.customerId } }]);
  });
  it('once, also by two at once -> 400 complaint.already-answered', async () => {
    const person = await signUp(world);
    const { id } = await sent(person, 'Une question');
    const answers = await Promise.all([answer(id, 'Un'), answer(id, 'Deux')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
    expectCode(await answer(id, 'Trois'), 400, 'complaint.already-answered');
  });
  it('one that is not there -> 404 not-found', async () => {
    expectCode(await answer(randomUUID()), 404, 'not-found');
  });
});
