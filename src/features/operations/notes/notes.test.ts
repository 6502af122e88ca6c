// Notes through HTTP: written on a wire and on a payment, read with the record, taken back by their author.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { NoteSubject, Notes, NoteView } from './schemas.ts';

const NOTES = '/administration/notes';

let world: World;
let admin: Person;
let auditor: Person;
/** A record of each kind: a payment to be assigned, and the transfer that was ordered for it. */
let ids: Record<NoteSubject, string>;

before(async () => {
  world = await startWorld({ worker: false });
  [admin, auditor] = [await signInAdministrator(world), await signInAdministrator(world, undefined, ['auditor'])];
  const { propertyId: projectId } = await scheduledProperty(world, admin);
  const debitAccountId = `owner-${randomUUID().slice(0, 8)}`;
  await world.control('POST', '/accounts', { accountId: debitAccountId, kind: 'legal', status: 6, balanceCents: 5_000 });
  const payment = { kind: 'p2p', execution: 'auto', debitAccountId, comment: 'Loyer' };
  const created = await admin.client.post<{ id: string }>('/administration/property/payment-schedule/payment-to-be-assigned', {
    projectId,
    amount: 1_000,
    date: '2026-02-03',
    payment,
  });
  const [ordered] = await listed('/administration/payments');
  ids = { wire: expectStatus(created, 201).body.id, payment: ordered?.id ?? assert.fail('no payment') };
});
after(() => world.close());

const listed = async (url: string) =>
  expectStatus(await admin.client.get<{ items: { id: string; noteCount: number }[] }>(url), 200).body.items;
const address = (subject: string, subjectId: string) => `${NOTES}?subject=${subject}&subjectId=${subjectId}`;
const read = async (subject: NoteSubject, by = admin) =>
  expectStatus(await by.client.get<Notes>(address(subject, ids[subject])), 200).body.items;
const write = (subject: NoteSubject, text: string, by = admin, subjectId = ids[subject]) =>
  by.client.post<NoteView>(NOTES, { subject, subjectId, text });
const written = async (subject: NoteSubject, text: string) => expectStatus(await write(subject, text), 201).body;
const takeBack = (id: string, by = admin) => by.client.delete(`${NOTES}/${id}`);

describe(`GET ${NOTES}`, () => {
  it('has the notes of one record, newest first, with who wrote them', async () => {
    const first = await written('wire', '  Le propriétaire a appelé.\nIl paie en deux fois.  ');
    await world.moveClock({ advance: 'PT5S' });
    const second = await written('wire', 'Second virement attendu le 12.');
    await written('payment', 'Vu avec le prestataire.');
    assert.deepEqual(await read('wire'), [second, first]);
    assert.deepEqual(
      [first.text, first.writtenBy, first.isOwn],
      ['Le propriétaire a appelé.\nIl paie en deux fois.', admin.email, true],
    );
    assert.deepEqual(
      (await read('wire', auditor)).map(({ isOwn }) => isOwn),
      [false, false],
    );
  });
  it('their number stands in the lists of the records', async () => {
    const [wires, payments] = [
      await listed('/administration/payments-to-be-assigned?state=waiting'),
      await listed('/administration/payments'),
    ];
    assert.equal(wires.find(({ id }) => id === ids.wire)?.noteCount, (await read('wire')).length);
    assert.equal(payments.find(({ id }) => id === ids.payment)?.noteCount, (await read('payment')).length);
  });
  for (const query of ['', `?subject=wire`, `?subject=customer&subjectId=${randomUUID()}`, '?subject=wire&subjectId=7'])
    it(`${query} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`${NOTES}${query}`), 400, 'validation-failed'));
  it('of a record of the other kind -> 404 not-found', async () =>
    expectCode(await admin.client.get(address('payment', ids.wire)), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(address('wire', ids.wire)), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(address('wire', ids.wire)), 403, 'forbidden'));
  it('with a role that does not read money -> 403 forbidden', async () => {
    const support = await signInAdministrator(world, undefined, ['support']);
    expectCode(await support.client.get(address('wire', ids.wire)), 403, 'forbidden');
  });
});

describe(`POST ${NOTES}`, () => {
  it('is in the audit log, with its text', async () => {
    const { id, text } = await written('payment', 'Rejet à suivre');
    const audits = await readAudits(world, { kind: 'NOTE_WRITE', targetId: ids.payment }, ['payload']);
    assert.deepEqual(audits.at(-1), { payload: { noteId: id, text } });
  });
  for (const text of ['', ' \n ', 'x'.repeat(1_001)])
    it(`a text of ${text.length} characters -> 400 validation-failed`, async () =>
      expectCode(await write('wire', text), 400, 'validation-failed'));
  it('ten at once on the last two places, then one more -> 400 notes.too-many', async () => {
    for (let count = (await read('payment')).length; count < 48; count += 1) await written('payment', `Note ${count}`);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => write('payment', `À la fois ${index}`)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 2);
    expectCode(await write('payment', 'Encore une'), 400, 'notes.too-many');
    assert.equal((await read('payment')).length, 50);
  });
  it('on no record -> 404 not-found', async () => expectCode(await write('wire', 'Rien', admin, randomUUID()), 404, 'not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(NOTES, { subject: 'wire', subjectId: ids.wire, text: 'x' }), 401, 'unauthenticated'));
  it('by an auditor, who only reads -> 403 forbidden', async () =>
    expectCode(await write('wire', 'Vu', auditor), 403, 'forbidden'));
});

describe(`DELETE ${NOTES}/:noteId`, () => {
  it('takes the note back once; the audit log keeps it', async () => {
    const { id, text } = await written('wire', 'Erreur de ma part');
    const answers = await Promise.all([takeBack(id), takeBack(id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    assert.ok((await read('wire')).every((note) => note.id !== id));
    const audits = await readAudits(world, { kind: 'NOTE_TAKE_BACK', targetId: ids.wire }, ['payload']);
    assert.deepEqual(audits, [{ payload: { noteId: id, text } }]);
  });
  it('of another administrator -> 403 notes.of-another', async () => {
    const { id } = await written('wire', 'La mienne');
    const other = await signInAdministrator(world, undefined, ['finance']);
    expectCode(await takeBack(id, other), 403, 'notes.of-another');
    assert.ok((await read('wire')).some((note) => note.id === id));
  });
  it('that is not there -> 404 not-found', async () => expectCode(await takeBack(randomUUID()), 404, 'not-found'));
  it('of no id -> 400 validation-failed', async () => expectCode(await takeBack('7'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete(`${NOTES}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await takeBack(randomUUID(), await signUp(world)), 403, 'forbidden'));
});
