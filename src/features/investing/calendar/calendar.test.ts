// The calendar through HTTP: what was planned beside what was paid, and the secret link, which is made, renewed and removed by its investor.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { waitForCode } from '../../../../test/support/codes.ts';
import { type LentProject, lentProject, payByWire, payOut, tellDefault } from '../../../../test/support/lent-project.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { NewCalendarFeed, PaymentCalendar } from './schemas.ts';

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$uSbhbMjCGSXuDTVDUGOMbCGjCBh7sWYeYtYNZmuVM2c';
const FEED = '/customers/calendar-feed';

let world: World;
let admin: Person;
let investor: Investor;
let lent: LentProject;

before(async () => {
  world = await startWorld();
  await world.moveClock({ now: '2025-12-08T09:00:00Z' });
  admin = await signInAdministrator(world);
  investor = await verifiedInvestor(world);
  lent = await lentProject(world, admin, { holders: [{ investor, bricks: 100 }] });
  await payByWire(world, admin, lent, { paymentFor: 'mensualite', index: 0, cents: 11_200 });
  await world.moveClock({ now: '2026-02-12T09:00:00Z' });
  await payOut(world);
  await world.until(
    async () => (await world.sql(`select from payout_line where status = 'waiting'`)).length === 0,
    'the coupon to arrive',
  );
});
after(() => world.close());

const make = async ({ client }: Investor) => expectStatus(await client.post<NewCalendarFeed>(FEED), 201).body;
const pathOf = ({ url }: NewCalendarFeed) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const read = (path: string) => fetch(world.url + path);
const eventsIn = (file: string) => file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1);

describe('GET /customers/investments/calendar', () => {
  it('has what came on its day beside the planned one, and what comes', async () => {
    const { body } = expectStatus(await investor.client.get<PaymentCalendar>('/customers/investments/calendar'), 200);
    assert.deepEqual([body.since, body.until], ['2025-02-01', '2031-02-12']);
    assert.deepEqual(
      body.payments.map(({ plannedDate, date, kind, state, netCents }) => [plannedDate, date, kind, state, netCents]),
      [
        ['2026-02-10', '2026-02-12', 'coupon', 'paid', 6_860],
        ['2026-03-01', '2026-03-01', 'capital', 'coming', 1_000_000],
        ['2026-03-10', '2026-03-10', 'coupon', 'coming', 6_860],
      ],
    );
    assert.ok(body.payments.every(({ propertyId, propertyName }) => propertyId === lent.propertyId && propertyName !== ''));
  });
});

describe('the secret link', () => {
  it('shows the same payments without a session, kept by no cache, and its token is nowhere in the database', async () => {
    const feed = await make(investor);
    const answer = await read(pathOf(feed));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.match(String(answer.headers.get('cache-control')), /no-store/);
    const events = eventsIn(await answer.text());
    assert.equal(events.length, 3);
    assert.match(String(events[0]), /SUMMARY:Intérêts Les Acacias : 68\\,60\s€ \(reçu\)/);
    assert.match(String(events[1]), /DTSTART;VALUE=DATE:20260301\r\n/);
    assert.match(String(events[2]), /SUMMARY:Intérêts Les Acacias : 68\\,60\s€ \(attendu\)/);
    const token = new URL(feed.url).searchParams.get('token');
    const [stored] = await world.sql<{ row: string }>('select calendar_feed::text as row from calendar_feed');
    assert.ok(stored && !stored.row.includes(String(token)));
    const { body } = expectStatus(await investor.client.get<{ since: string | null }>(FEED), 200);
    assert.equal(body.since, feed.since);
  });

  it('is mailed to its investor each time, so that no cookie makes one in silence', async () => {
    const person = await verifiedInvestor(world);
    const notices = async () =>
      (await world.mails(person.email)).filter(({ subject }) => subject === 'Un lien de calendrier a été créé').length;
    for (const count of [1, 2]) {
      const { url } = await make(person);
      await world.until(async () => (await notices()) === count, `${count} notices`);
      const token = new URL(url).searchParams.get('token') ?? '';
      assert.ok((await world.mails(person.email)).every(({ text }) => !text.includes(token)));
    }
  });

  it('ends when it is renewed, and when it is removed, twice too', async () => {
    const first = await make(investor);
    const second = await make(investor);
    assert.notEqual(first.url, second.url);
    assert.equal((await read(pathOf(first))).status, 404);
    assert.equal((await read(pathOf(second))).status, 200);
    expectStatus(await investor.client.delete(FEED), 200);
    expectStatus(await investor.client.delete(FEED), 200);
    assert.equal((await read(pathOf(second))).status, 404);
    assert.equal(expectStatus(await investor.client.get<{ since: null }>(FEED), 200).body.since, null);
  });

  it('ends with a change of the password: who knew the old one keeps no link', async () => {
    const person = await verifiedInvestor(world);
    const feed = await make(person);
    assert.equal((await read(pathOf(feed))).status, 200);
    const action = 'password-update';
    expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action, newPasswordArgon2Hash: HASH }), 201);
    const code = await waitForCode(world, person.email, action);
    expectStatus(await person.client.post('/auth/mfa/confirm-code', { action, code }), 201);
    assert.equal((await read(pathOf(feed))).status, 404);
  });

  it('two at once leave one', async () => {
    const made = await Promise.all([make(investor), make(investor)]);
    const statuses = await Promise.all(made.map(async (feed) => (await read(pathOf(feed))).status));
    assert.deepEqual(statuses.toSorted(), [200, 404]);
  });

  it('is that of its investor alone', async () => {
    const other = await verifiedInvestor(world);
    const feed = await make(other);
    assert.deepEqual(eventsIn(await (await read(pathOf(feed))).text()), []);
  });
});

describe('GET /calendar.ics', () => {
  it('with a token that nobody has -> 404 not-found', async () =>
    expectCode(await world.visitor().get('/calendar.ics?token=AAAAAAAAAAAAAAAAAAAAAA'), 404, 'not-found'));

  it('without a token -> 400 validation-failed', async () =>
    expectCode(await world.visitor().get('/calendar.ics'), 400, 'validation-failed'));
});

describe('the past of the calendar', () => {
  it('ends a year back, for capital that was recovered after a give-up too', async () => {
    const own = await lentProject(world, admin, { holders: [{ investor, bricks: 100 }] });
    await tellDefault(world, own, 'default');
    const giveUp = `/administration/property/${own.propertyId}/payment-schedule/give-up`;
    expectStatus(await admin.client.post(giveUp, { comment: 'Liquidation du porteur' }), 201);
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 30_000 });
    await payOut(world);
    const recovered = async () => {
      const { body } = expectStatus(await investor.client.get<PaymentCalendar>('/customers/investments/calendar'), 200);
      return body.payments
        .filter(({ propertyId, state }) => propertyId === own.propertyId && state === 'paid')
        .map(({ netCents }) => netCents);
    };
    await world.until(async () => (await recovered()).length > 0, 'what was recovered to arrive');
    assert.deepEqual(await recovered(), [30_000]);
    await world.moveClock({ now: '2027-03-01T09:00:00Z' });
    assert.deepEqual(await recovered(), []);
  });

  it('has what was ordered before it and paid in the first half hour of its first day, in Paris', async () => {
    const own = await lentProject(world, admin, { holders: [{ investor, bricks: 100 }] });
    await payByWire(world, admin, own, { paymentFor: 'capitalRepayment', index: 1, cents: 30_000 });
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await payOut(world);
    const isNow = (status: string) => async () => {
      const of =
        'select line.status from payout_line line join payout_run run on run.id = line.run_id where run.property_id = $1';
      return (await world.sql<{ status: string }>(of, [own.propertyId]))[0]?.status === status;
    };
    await world.until(isNow('failed'), 'the refusal');
    const refused = expectStatus(await investor.client.get<PaymentCalendar>('/customers/investments/calendar'), 200).body.months;
    assert.equal(refused.find(({ period }) => period === '2027-03')?.refusedCents, 30_000);
    await world.moveClock({ now: '2027-04-30T22:30:00Z' });
    await world.runJob('capital-payout');
    await world.until(isNow('paid'), 'the second attempt to arrive');
    await world.moveClock({ now: '2028-05-15T09:00:00Z' });
    const { body } = expectStatus(await investor.client.get<PaymentCalendar>('/customers/investments/calendar'), 200);
    const paid = body.payments.filter(({ propertyId, state }) => propertyId === own.propertyId && state === 'paid');
    assert.deepEqual([body.since, paid.map(({ date, netCents }) => [date, netCents])], ['2027-05-01', [['2027-05-01', 30_000]]]);
  });
});
