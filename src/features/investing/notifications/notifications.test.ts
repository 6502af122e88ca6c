// Notifications of an investor, through HTTP: the list, what was read of it, and news that is not mailed any more.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { credit, type Investor, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { sessionCode } from '../../../../test/support/codes.ts';
import { endPayout, withdraw, withdrawalOf, withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Notification = { id: string; template: string; subject: string; isRead: boolean; path: string | null };
type Page = { items: Notification[]; nextCursor: string | null };
type Choices = { topics: { topic: string; isMailed: boolean }[] };

const URL = '/customers/notifications';
const CHOICES = `${URL}/choices`;

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());

const list = async ({ client }: Investor, query = '') => expectStatus(await client.get<Page>(`${URL}${query}`), 200).body;
const unread = async ({ client }: Investor) =>
  expectStatus(await client.get<{ unreadCount: number }>(`${URL}/unread`), 200).body.unreadCount;
const read = async ({ client }: Investor, body: object) =>
  expectStatus(await client.post<{ unreadCount: number }>(`${URL}/read`, body), 201).body.unreadCount;
const choose = async ({ client }: Investor, topic: string, isMailed: boolean) =>
  expectStatus(await client.put<Choices>(CHOICES, { topic, isMailed }), 200).body.topics;

/** Once so many are listed. */
const listed = (person: Investor, count: number) =>
  world.until(async () => {
    const { items } = await list(person);
    return items.length === count && items;
  }, `${count} notifications`);

/** An investor whom `count` deposits were announced to. */
async function notifiedInvestor(count: number): Promise<Investor> {
  const person = await verifiedInvestor(world);
  for (let number = 1; number <= count; number += 1) {
    await credit(world, person.customerId, 1_000 * number);
    await listed(person, number);
  }
  return person;
}

describe('GET /customers/notifications', () => {
  it('has all notifications, newest first, page by page, each with the page that it leads to', async () => {
    const person = await withdrawer(world, 5_000);
    await listed(person, 1);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await listed(person, 2);
    await endPayout(world, person, 'complete');
    await listed(person, 3);
    const { id } = await withdrawalOf(world, person);
    const first = await list(person, '?limit=2');
    const second = await list(person, `?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ template, path, isRead }) => [template, path, isRead]),
      [
        ['withdrawal-completed', `/wallet/withdrawals/${id}`, false],
        ['withdrawal-initiated', `/wallet/withdrawals/${id}`, false],
        ['money-received', '/wallet', false],
      ],
    );
    assert.match(second.items[0]?.subject ?? '', /^Votre versement de 50,00\s€ est arrivé$/);
  });
  it('leaves codes out, which are not unread either', async () => {
    const person = await notifiedInvestor(1);
    const body = { email: person.email, type: 'email-verification' };
    await sessionCode(world, person.email, async () =>
      expectStatus(await world.visitor().post('/api/auth/email-otp/send-verification-otp', body), 200),
    );
    await world.until(
      async () =>
        (await world.sql('select from sent_mail where customer_id = $1 and not is_listed', [person.customerId])).length === 1,
      'the code to be recorded',
    );
    assert.equal((await list(person)).items.length, 1);
    assert.equal(await unread(person), 1);
  });
  it("has nobody else's", async () => assert.deepEqual((await list(await verifiedInvestor(world))).items, []));
  it('a cursor we never gave -> 400 validation-failed', async () =>
    expectCode(await (await verifiedInvestor(world)).client.get(`${URL}?cursor=x`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await (await signInAdministrator(world)).client.get(URL), 403, 'forbidden'));
});

describe('POST /customers/notifications/read and GET /customers/notifications/unread', () => {
  it('marks those that are named, then all; twice is once', async () => {
    const person = await notifiedInvestor(3);
    const [newest] = (await list(person)).items;
    assert.equal(await unread(person), 3);
    assert.equal(await read(person, { ids: [newest?.id] }), 2);
    assert.equal(await read(person, { ids: [newest?.id] }), 2);
    assert.deepEqual(
      (await list(person)).items.map(({ isRead }) => isRead),
      [true, false, false],
    );
    assert.equal(await read(person, {}), 0);
    assert.equal(await unread(person), 0);
  });
  it("never touches another investor's", async () => {
    const [person, other] = [await notifiedInvestor(1), await notifiedInvestor(1)];
    const [theirs] = (await list(other)).items;
    assert.equal(await read(person, { ids: [theirs?.id, randomUUID()] }), 1);
    assert.equal(await read(person, {}), 0);
    assert.equal(await unread(other), 1);
  });
  it('more than a hundred ids -> 400 validation-failed', async () => {
    const ids = Array.from({ length: 101 }, () => randomUUID());
    expectCode(await (await verifiedInvestor(world)).client.post(`${URL}/read`, { ids }), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () => {
    expectCode(await world.visitor().post(`${URL}/read`, {}), 401, 'unauthenticated');
    expectCode(await world.visitor().get(`${URL}/unread`), 401, 'unauthenticated');
  });
});

describe('GET and PUT /customers/notifications/choices', () => {
  const outcomes = async ({ customerId }: Investor) =>
    (
      await world.sql<{ outcome: string }>('select outcome from sent_mail where customer_id = $1 order by created_at', [
        customerId,
      ])
    ).map(({ outcome }) => outcome);

  it('news of a topic that is turned off is listed and not mailed, until it is turned on again', async () => {
    const person = await notifiedInvestor(1);
    const all = ['deposits', 'payouts', 'projects', 'rewards'];
    assert.deepEqual(
      expectStatus(await person.client.get<Choices>(CHOICES), 200).body.topics,
      all.map((topic) => ({ topic, isMailed: true })),
    );
    for (const _twice of [1, 2])
      assert.deepEqual(
        await choose(person, 'deposits', false),
        all.map((topic) => ({ topic, isMailed: topic !== 'deposits' })),
      );
    await credit(world, person.customerId, 700);
    await listed(person, 2);
    await choose(person, 'deposits', true);
    await credit(world, person.customerId, 900);
    await listed(person, 3);
    assert.deepEqual(await outcomes(person), ['sent', 'unwanted', 'sent']);
    const subjects = (await world.mails(person.email)).map(({ subject }) => subject).join();
    assert.match(subjects, /10,00/);
    assert.match(subjects, /9,00/);
    assert.doesNotMatch(subjects, /7,00/);
  });
  it('what safety asks for is mailed whatever was chosen', async () => {
    const person = await withdrawer(world, 5_000);
    await listed(person, 1);
    for (const topic of ['deposits', 'payouts', 'projects', 'rewards']) await choose(person, topic, false);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await listed(person, 2);
    const mails = await world.mails(person.email);
    assert.ok(mails.some(({ subject }) => /^Votre retrait de 20,00\s€ est en cours$/.test(subject)));
  });
  it('a topic that is none -> 400 validation-failed', async () => {
    const { client } = await verifiedInvestor(world);
    expectCode(await client.put(CHOICES, { topic: 'security', isMailed: false }), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () => {
    expectCode(await world.visitor().get(CHOICES), 401, 'unauthenticated');
    expectCode(await world.visitor().put(CHOICES, { topic: 'deposits', isMailed: false }), 401, 'unauthenticated');
  });
});

describe('the link of a mail', () => {
  type Received = { text: string; headers: Record<string, string> };
  const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' };
  const topicsOf = async ({ client }: Investor) =>
    expectStatus(await client.get<Choices>(CHOICES), 200)
      .body.topics.filter(({ isMailed }) => !isMailed)
      .map(({ topic }) => topic);
  /** The link in the header of the newest mail about money that arrived. */
  const linkTo = async ({ email }: Investor) => {
    const mails = await world.control<Received[]>('GET', `/mails?to=${encodeURIComponent(email)}`);
    const { headers, text } = mails.find((mail) => 'list-unsubscribe' in mail.headers) ?? assert.fail('no mail has the header');
    assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    const [, url = ''] = /^<(.+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? [];
    assert.ok(text.includes(`Ne plus recevoir ces messages : ${url}`));
    const { pathname, search } = new globalThis.URL(url);
    return pathname + search;
  };
  const press = (path: string, headers = {}) =>
    fetch(world.url + path, {
      method: 'POST',
      headers: { ...ONE_CLICK, ...headers },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
    });
  const show = async (path: string) => expectStatus(await world.visitor().get(path), 200).text;

  it('turns its topic off without a session, says so, and where it is turned on again; a look changes nothing, nor does it touch another topic', async () => {
    const person = await notifiedInvestor(1);
    const path = await linkTo(person);
    for (const _twice of [1, 2]) assert.match(await show(path), /<button>Ne plus les recevoir<\/button>/);
    assert.deepEqual(await topicsOf(person), []);
    for (const _twice of [1, 2]) {
      const pressed = await press(path);
      assert.equal(pressed.status, 200);
      assert.match(await pressed.text(), /C’est fait : ils ne vous sont plus envoyés/);
    }
    assert.deepEqual(await topicsOf(person), ['deposits']);
    const off = await show(path);
    assert.match(off, /de nouveau, connectez-vous : <a href="[^"]+\/notifications\/choices">/);
    assert.doesNotMatch(off, /<form/);
    await choose(person, 'deposits', true);
    assert.match(await show(path), /<button>Ne plus les recevoir<\/button>/);
  });
  it('takes the form of a mailbox in parts too', async () => {
    const person = await notifiedInvestor(1);
    const path = await linkTo(person);
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    assert.equal((await fetch(world.url + path, { method: 'POST', body })).status, 200);
    assert.deepEqual(await topicsOf(person), ['deposits']);
  });
  it('is that of its topic and its investor alone: another name in it -> 404 not-found', async () => {
    const [person, other] = [await notifiedInvestor(1), await verifiedInvestor(world)];
    const path = await linkTo(person);
    for (const changed of [
      path.replace('deposits', 'payouts'),
      path.replace(person.customerId, other.customerId),
      path.slice(0, -3),
      `${path}${encodeURIComponent('."><b>')}`,
      `${path}${encodeURIComponent('"><b>')}`,
    ]) {
      expectCode(await world.visitor().post(changed), 404, 'not-found');
      const page = await show(changed);
      assert.match(page, /Ce lien ne fonctionne pas/);
      const pressed = await press(changed, { accept: 'text/html' });
      assert.deepEqual([pressed.status, await pressed.text()], [404, page]);
      assert.ok(!page.includes('<b>'));
    }
    assert.deepEqual([await topicsOf(person), await topicsOf(other)], [[], []]);
  });
  it('without a token -> 400 validation-failed', async () => {
    expectCode(await world.visitor().post('/mails/unsubscribe'), 400, 'validation-failed');
    expectCode(await world.visitor().get('/mails/unsubscribe'), 400, 'validation-failed');
  });
  it('is in no mail that always comes', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    await world.until(
      async () => (await world.mails(person.email)).some(({ subject }) => /^Votre retrait/.test(subject)),
      'the mail',
    );
    const mails = await world.control<(Received & { subject: string })[]>('GET', `/mails?to=${encodeURIComponent(person.email)}`);
    for (const { subject, headers } of mails) assert.equal('list-unsubscribe' in headers, /est arrivé$/.test(subject), subject);
  });
});
