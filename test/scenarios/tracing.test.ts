// Traces: one from the request over its jobs to the mails, one that the provider's notification leads back to, and nothing personal in any.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../src/core/telemetry/log.ts';
import { redactText } from '../../src/core/telemetry/redact.ts';
import { type Investor, openFunding, resaleProperty, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import { notify } from '../support/notifications.ts';
import { startProcess } from '../support/processes.ts';
import { attributeOf, type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts';
import { orderedWithdrawal, type Withdrawer, withdraw, withdrawalCode, withdrawer } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';

let world: World;
let receiver: TraceReceiver;
const lines: string[] = [];
before(async () => {
  receiver = await startTraceReceiver();
  world = await startWorld({
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' },
    log: createLog({ level: 'info', name: 'traced', traced: true }, { write: (line) => lines.push(line) }),
  });
});
after(async () => {
  await world.close();
  await receiver.close();
});

const named = (name: string | RegExp) =>
  receiver.spans().filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
/** The newest request to this route, once its span has arrived. */
const requestOf = (name: string) => world.until(async () => named(name).at(-1), `the span ${name}`);
const ofTrace = ({ traceId }: ReceivedSpan, name: string | RegExp) => named(name).filter((span) => span.traceId === traceId);
const inTrace = (root: ReceivedSpan, name: string | RegExp) =>
  world.until(async () => ofTrace(root, name)[0], `${name} in the trace of ${root.name}`);
const isBelow = (span: ReceivedSpan, above: ReceivedSpan): boolean => {
  if (span.parentSpanId === above.spanId) return true;
  const parent = receiver.spans().find(({ spanId }) => spanId === span.parentSpanId);
  return parent !== undefined && isBelow(parent, above);
};

describe('a purchase', () => {
  it('is one trace: request, job, payment, call, transaction, and its mail', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const buyer = await verifiedInvestor(world, { fundsCents: 5_000 });
    expectStatus(await buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 2 }), 201);
    const request = await requestOf('POST /properties/:propertyId/purchase');
    assert.equal(request.kind, 2, 'of kind server');
    assert.equal(attributeOf(request, 'http.response.status_code'), '201');
    const job = await inTrace(request, 'job execute-payment');
    const payment = await inTrace(request, 'payment primary-purchase');
    const call = await inTrace(request, 'call transfer');
    const exchange = await inTrace(request, 'POST');
    const settled = await inTrace(request, 'transaction execute-payment');
    const mail = await inTrace(request, 'job send-email');
    const sent = await inTrace(request, 'call sendMail');
    for (const [below, above] of [
      [job, request],
      [payment, job],
      [call, payment],
      [exchange, call],
      [settled, payment],
      [mail, settled],
      [sent, mail],
    ] as const)
      assert.ok(isBelow(below, above), `${below.name} below ${above.name}`);
    assert.equal(attributeOf(job, 'mortar.job.attempt'), '1');
    assert.equal(attributeOf(job, 'mortar.job.outcome'), 'completed');
    assert.equal(attributeOf(call, 'mortar.call.outcome'), 'ok');
    assert.equal(attributeOf(call, 'mortar.call.reference'), attributeOf(payment, 'mortar.payment.id'));
    assert.equal(attributeOf(exchange, 'server.address'), '127.0.0.1');
  });

  it('leaves the data of its jobs as they are', async () => {
    const jobs = await world.sql<{ data: { paymentId?: string; traceparent?: string } }>(
      `select data from pgboss.job where name = 'execute-payment'`,
    );
    assert.ok(jobs.length > 0);
    for (const { data } of jobs) assert.match(data.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('a purchase on the market', () => {
  it('is one trace: request, job, payment, and its mails', async () => {
    const [seller, buyer] = [await verifiedInvestor(world), await verifiedInvestor(world, { fundsCents: 5_000 })];
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
    const offer = { propertyId, amount: 2, price: 950 };
    const { id: dealId } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
    expectStatus(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`), 201);
    const request = await requestOf('POST /marketplace/deal/:dealId/purchase');
    for (const name of ['job execute-payment', 'payment market-deal', 'job send-email'])
      assert.ok(isBelow(await inTrace(request, name), request), name);
  });
});

describe('a withdrawal', () => {
  let person: Withdrawer;
  let request: ReceivedSpan;
  it('is one trace, and the claim of its code is a transaction named after the verb', async () => {
    person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
    request = await requestOf('POST /customers/provider/payment-intent/withdrawal');
    for (const name of ['call payOut', 'payment withdrawal', 'transaction claim-tfa'])
      assert.ok(isBelow(await inTrace(request, name), request), name);
  });

  it('is what the trace of the provider’s notification leads back to', async () => {
    const { payoutId } = await orderedPayout(person);
    const notice = {
      NotifCategory: '14',
      NotifDate: '2026-11-20T10:00:00',
      IntId: '7',
      Amount: '20.00',
      Status: '0',
      Comment: '',
    };
    await notify(world, 'charge-back', { ...notice, ExtId: person.customerId, IdTransaction: String(payoutId) });
    const told = await requestOf('POST /customers/provider/webhook/charge-back');
    assert.notEqual(told.traceId, request.traceId);
    assert.deepEqual(
      told.links?.map(({ traceId }) => traceId),
      [request.traceId],
    );
  });

  it('that a sweep takes up leads back to it as well', async () => {
    await world.runJob('wallet-transactions');
    const swept = await world.until(
      async () => named('payment withdrawal').find(({ traceId }) => traceId !== request.traceId),
      'the payment in another trace',
    );
    assert.equal(swept.links?.[0]?.traceId, request.traceId);
  });
});

describe('a notification without effect', () => {
  const told = new Set<string>();
  /** The trace of a notification that fails; those of the sandbox itself have the same route and succeed. */
  const toldAbout = async ({ customerId }: Investor) => {
    await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id', mode: 'http-500', times: 3 });
    expectCode(
      await notify(world, 'customer-status-changed', { ExtId: customerId, IntId: '42', Status: '6' }),
      500,
      'internal-error',
    );
    await world.control('DELETE', '/faults');
    const failed = (span: ReceivedSpan) => attributeOf(span, 'http.response.status_code') === '500' && !told.has(span.traceId);
    const { traceId } = await world.until(
      async () => named('POST /customers/provider/webhook/customer-status-changed').find(failed),
      'the span of the notification',
    );
    told.add(traceId);
    return traceId;
  };

  it('is what its replay by the job leads back to', async () => {
    const origin = await toldAbout(await verifiedInvestor(world));
    await world.runJob('replay-webhook');
    const leadsBack = ({ links = [], traceId }: ReceivedSpan) =>
      traceId !== origin && links.some((link) => link.traceId === origin);
    await world.until(async () => named('replay customer-status-changed').find(leadsBack), 'the replay, linked');
  });

  it('is what its replay by an administrator leads back to', async () => {
    const { client } = await signInAdministrator(world);
    const investor = await verifiedInvestor(world);
    const origin = await toldAbout(investor);
    const { items } = expectStatus(
      await client.get<{ items: { id: string; extId: string }[] }>('/administration/provider-events'),
      200,
    ).body;
    const event = items.find(({ extId }) => extId === investor.customerId);
    expectStatus(await client.post(`/administration/provider-events/${event?.id}/replay`), 201);
    const replayed = await requestOf('POST /administration/provider-events/:eventId/replay');
    assert.equal(replayed.links?.[0]?.traceId, origin);
  });
});

/** Nanoseconds, ids of traces and spans, UUIDs. */
const MOMENT_OR_ID = /\b(?:\d{19}|[0-9a-f]{32}|[0-9a-f]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

const orderedPayout = async (person: Withdrawer) => {
  await orderedWithdrawal(world, person);
  return world.until(async () => {
    const [row] = await world.sql<{ payoutId: number }>(
      `select provider_payment_id::integer as "payoutId" from payment where from_account_id = $1 and kind = 'payOut'`,
      [person.customerId],
    );
    return row;
  }, 'the pay-out at the provider');
};

describe('what leaves the process', () => {
  it('a refusal is named by its code, and is no failure of the server -> 401 unauthenticated', async () => {
    expectCode(await world.visitor().get('/customers/purchases?secret=in-the-query'), 401, 'unauthenticated');
    const refused = await requestOf('GET /customers/purchases');
    assert.equal(attributeOf(refused, 'error.type'), 'unauthenticated');
    assert.deepEqual(refused.status, { code: 0 });
  });

  it('is names, states and ids: no person, no amount, no account, no secret, no path, no query', async () => {
    const person: Investor = await withdrawer(world, 5_000);
    const code = await withdrawalCode(world, person);
    const [session = ''] = [...person.client.cookies.values()];
    await requestOf('POST /auth/mfa/trigger-mfa');
    const { config } = world.deps;
    const text = receiver.text();
    const secrets = [person.email, 'Durand', 'FR76', session, config.PROVIDER_API_KEY, config.PROVIDER_WEBHOOK_API_KEY ?? ''];
    for (const secret of [...secrets, 'in-the-query', 'apiKey', person.customerId, '/chat/', 'sendMail@'])
      assert.ok(secret !== '' && !text.includes(secret), `${secret} was sent`);
    // Its six digits stand in moments and ids by chance.
    assert.ok(!text.replaceAll(MOMENT_OR_ID, '').includes(code), 'the code was sent');
    const known =
      /^(mortar\.[a-z.]+|http\.(request\.method|route|response\.status_code)|server\.(address|port)|network\.protocol\.version|error\.type|db\.system\.name)$/;
    for (const span of receiver.spans()) {
      for (const { key } of span.attributes) assert.match(key, known);
      assert.deepEqual(span.events ?? [], []);
      assert.equal(span.status.message, undefined);
    }
  });

  it('says whose it is, to whom the settings name, and not what machines ask again and again', async () => {
    expectStatus(await world.visitor().get('/health/ready'), 200);
    expectStatus(await world.visitor().get('/metrics'), 200);
    expectStatus(await world.visitor().get('/properties'), 200);
    await requestOf('GET /properties');
    assert.deepEqual(named(/health|metrics/), []);
    assert.equal(receiver.headers()['x-key'], 'a b');
    assert.match(receiver.text(), /"service\.name","value":\{"stringValue":"mortar"\}/);
  });

  it('is named in the lines of the log, and none of its ids is taken for an account', async () => {
    const [line] = lines.filter((one) => one.includes('"job":"execute-payment"'));
    const { trace_id, span_id } = JSON.parse(line ?? '{}') as { trace_id?: string; span_id?: string };
    const job = named('job execute-payment').find(({ traceId }) => traceId === trace_id);
    assert.equal(job?.spanId, span_id);
    for (const span of receiver.spans()) {
      const ids = JSON.stringify({ trace_id: span.traceId, span_id: span.spanId });
      assert.equal(redactText(ids), ids);
    }
  });
});

describe('the exporter', () => {
  it('that is gone or silent costs the requests nothing, and the end of the process little', async () => {
    const silent = await startTraceReceiver({ silent: true });
    for (const endpoint of ['http://127.0.0.1:9', silent.url]) {
      const service = await startProcess(world, 'api', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
      const began = performance.now();
      for (let asked = 0; asked < 50; asked += 1) assert.equal((await fetch(`${service.url}/properties`)).status, 200);
      const tookMs = performance.now() - began;
      assert.ok(tookMs < 5_000, `${tookMs} ms for 50 requests`);
      const stopping = performance.now();
      assert.equal(await service.stop(), 0);
      assert.ok(performance.now() - stopping < 8_000, 'the end waits for no exporter');
    }
    await silent.close();
  });

  it('that is not configured loads nothing of OpenTelemetry beyond what two libraries import themselves', async () => {
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+|@fastify\\/otel)\\//.exec(url) ?? [];
        if (name) console.error('LOADED ' + name);
        return next(url, context);
      } });`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
    const loadedBy = async (settings: Record<string, string>) => {
      const service = await startProcess(world, 'api', { NODE_OPTIONS, OTEL_EXPORTER_OTLP_ENDPOINT: '', ...settings });
      await service.stop();
      return [...new Set(service.lines.flatMap((line) => (line.startsWith('LOADED ') ? [line.slice(7)] : [])))].sort();
    };
    // @prometheus-io/client and better-auth import the API, which without an SDK does nothing.
    assert.deepEqual(await loadedBy({}), ['@opentelemetry/api']);
    const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    for (const name of ['@fastify/otel', '@opentelemetry/sdk-trace', '@opentelemetry/instrumentation-undici'])
      assert.ok(loaded.includes(name), name);
  });
});
