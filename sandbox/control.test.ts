// Control routes, call log, clock, reset and page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { dig, IBAN_FR, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(async () => {
  await world.sandbox.stop();
});

describe('control', () => {
  test('shows everything of an account, and 404 for none', async () => {
    const created = await world.control('POST', '/accounts', { accountId: 'spv-1', kind: 'spv', status: 6, balanceCents: 900 });
    const iban = await world.control('POST', '/accounts/spv-1/ibans', {
      iban: 'fr76 3000 6000 0112 3456 7890 189',
      holder: 'SPV',
      status: 5,
    });
    const mandate = await world.control('POST', '/accounts/spv-1/mandates', { iban: IBAN_FR, holder: 'Owner', status: 6 });
    const paid = await world.provider('POST', '/v2/p2p', {
      debitAccountId: 'spv-1',
      creditAccountId: 'mortar-tax',
      amount: 250,
      reference: 'tax',
      comment: 'June',
    });
    const { body } = await world.control('GET', '/accounts/spv-1');
    const [transfer, opening] = listAt(body, 'movements');
    assert.deepEqual(body, {
      accountId: 'spv-1',
      internalId: dig(created.body, 'internalId'),
      kind: 'legal',
      status: 6,
      blocked: false,
      balanceCents: 650,
      email: '',
      firstName: '',
      lastName: '',
      company: null,
      documents: [],
      ibans: [iban.body],
      mandates: [mandate.body],
      movements: [transfer, opening],
    });
    assert.equal(dig(iban.body, 'iban'), IBAN_FR);
    const pick = (row: unknown, ...names: string[]) => names.map((name) => dig(row, name));
    assert.deepEqual(pick(transfer, 'id', 'kind', 'direction', 'amountCents', 'status', 'comment', 'reference', 'counterparty'), [
      dig(paid.body, 'transaction', 'id'),
      'p2p',
      'out',
      250,
      3,
      'June',
      'tax',
      'mortar-tax',
    ]);
    assert.deepEqual(pick(opening, 'kind', 'direction', 'amountCents', 'counterparty'), ['moneyIn', 'in', 900, null]);
    assert.equal((await world.control('GET', '/accounts/nobody')).status, 404);
    assert.equal((await world.control('POST', '/accounts', { accountId: 'spv-1' })).status, 409);
    assert.ok(listAt((await world.control('GET', '/accounts')).body).length >= 4);
  });

  test('says in words what is wrong', async () => {
    const wrong: [string, string, unknown, number][] = [
      ['POST', '/accounts', { kind: 'legal' }, 400],
      ['POST', '/accounts', { accountId: 'x', balanceCents: -1 }, 400],
      ['POST', '/accounts', { accountId: '@outside' }, 400],
      ['POST', '/accounts', { accountId: 'x', status: 99 }, 400],
      ['PUT', '/accounts/mortar-main/status', { status: '6' }, 400],
      ['PUT', '/accounts/mortar-main/blocked', {}, 400],
      ['PUT', '/accounts/nobody/status', { status: 6 }, 404],
      ['PUT', '/documents/1', { status: 2 }, 404],
      ['PUT', '/ibans/1', { status: 5 }, 404],
      ['PUT', '/mandates/1', { status: 5 }, 404],
      ['POST', '/payouts/1/complete', undefined, 404],
      ['PUT', '/clock', { now: 'tomorrow' }, 400],
      ['PUT', '/settings', { errorStatus: 500 }, 400],
      ['GET', '/nothing', undefined, 404],
    ];
    for (const [method, path, body, status] of wrong) {
      const answer = await world.control(method, path, body);
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.equal(typeof dig(answer.body, 'error'), 'string', `${method} ${path}`);
    }
  });

  test('lists calls newest first, with answers, end user and without files', async () => {
    await world.provider('GET', '/v2/accounts/nobody', undefined, { 'psu-user-agent': 'Browser' });
    await world.provider('POST', '/v2/accounts/mortar-main/documents/upload', { name: 'a', type: 7, buffer: 'A'.repeat(5000) });
    const all = listAt((await world.control('GET', '/calls')).body);
    const { body } = await world.control('GET', '/calls?path=/v2/accounts/nobody');
    const call = dig(body, 0);
    assert.equal(dig(all[0], 'path'), '/directkitrest/v2/accounts/mortar-main/documents/upload');
    assert.equal(dig(all[0], 'body', 'buffer'), '(5000 characters of base64)');
    assert.deepEqual(
      [dig(call, 'method'), dig(call, 'path'), dig(call, 'status')],
      ['GET', '/directkitrest/v2/accounts/nobody', 400],
    );
    assert.deepEqual(dig(call, 'endUser'), { 'psu-ip-address': '192.0.2.1', 'psu-user-agent': 'Browser' });
    assert.ok(!all.some((one) => String(dig(one, 'path')).startsWith('/_control')));
  });

  test('moves the clock, which flows on', async () => {
    await world.control('PUT', '/clock', { now: '2031-02-03T04:05:06Z' });
    const now = async () => Date.parse(String(dig((await world.control('GET', '/clock')).body, 'now')));
    const first = await now();
    assert.ok(first >= Date.parse('2031-02-03T04:05:06Z') && first < Date.parse('2031-02-03T04:06:00Z'));
    while ((await now()) === first);
    assert.ok((await now()) > first);
  });

  test('shows a page that escapes what others wrote', async () => {
    await world.send('POST', '/chat/alerts', { text: '<script>alert("chat")</script>' });
    const transport = createTransport({ host: '127.0.0.1', port: world.sandbox.smtpPort });
    await transport.sendMail({ from: 'a@mortar.test', to: 'page@example.org', subject: '<b>Subject</b>', text: 'Preview of it' });
    transport.close();
    const reply = await fetch(world.sandbox.url);
    const html = await reply.text();
    assert.match(reply.headers.get('content-type') ?? '', /text\/html/);
    assert.ok(html.includes('mortar-origination') && html.includes('Preview of it') && html.includes('page@example.org'));
    assert.ok(html.includes('&#60;b&#62;Subject&#60;/b&#62;') && !html.includes('<b>Subject') && !html.includes('<script'));
    assert.match(html, /href="\/mails\/\d+\/view"/);
    assert.ok(!html.includes('http-equiv'));
    assert.ok((await (await fetch(`${world.sandbox.url}/?refresh=5`)).text()).includes('content="5"'));
  });

  test('reset starts afresh, but gives no id twice and keeps the clock', async () => {
    const other = await startTestWorld();
    await other.control('PUT', '/clock', { now: '2032-01-01T00:00:00Z' });
    await other.control('PUT', '/settings', { errorStatus: 200 });
    await other.wallet({ balanceCents: 5 });
    const before = dig((await other.control('GET', '/accounts/wallet-1')).body, 'movements', 0, 'id');
    await other.control('POST', '/faults', { route: 'x', mode: 'http-500' });
    await other.send('POST', '/chat/a', { text: 'hello' });
    assert.equal((await other.control('POST', '/reset')).status, 200);
    for (const list of ['/chat', '/calls', '/faults', '/mails', '/notifications'])
      assert.deepEqual((await other.control('GET', list)).body, [], list);
    assert.equal((await other.control('GET', '/accounts/wallet-1')).status, 404);
    assert.equal(dig((await other.control('GET', '/settings')).body, 'errorStatus'), 400);
    assert.equal(dig((await other.control('GET', '/accounts/mortar-main')).body, 'status'), -1);
    const opened = await other.control('POST', '/accounts', { accountId: 'wallet-1', balanceCents: 5 });
    assert.ok(Number(dig(opened.body, 'movements', 0, 'id')) > Number(before));
    assert.match(String(dig((await other.control('GET', '/clock')).body, 'now')), /^2032-01-01/);
    await other.sandbox.stop();
  });
});
