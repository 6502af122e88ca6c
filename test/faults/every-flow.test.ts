// Every kind of payment under every fault of the provider, and two faults on each where a second call leaves: one movement and one
// posting, or none of both after a refusal; the documented answer; and nothing more for a repeated request.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { recordWith } from '../../src/core/telemetry/trace.ts';
import { carryOutPayment, PAYMENT_PURPOSES } from '../../src/money/payments/index.ts';
import { type Person, signInAdministrator } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { CASES, type Case, LATE_SECONDS, type Mode, WITH_EFFECT } from './fault-cases.ts';
import type { Flow } from './flow.ts';
import { type Prepared, prepareFlows } from './flows.ts';

/** One payment under one case: what was answered, and which payment it is. */
type Begun = { flow: Flow; index: number; answer: Answer | undefined; paymentId: string; key: string | undefined };
type Trace = { status: string; movedCents: number[]; confirms: number };

let world: World;
let admin: Person;
let flows: Flow[];
let projects: Prepared['projects'];
const begun: Begun[] = [];
/** Requests that were sent a second time, and how many payments these have opened. */
const repeated: { flow: Flow; isKeyed: boolean; answer: Answer }[] = [];
let openedByRepeats = 0;
const traces = new Map<string, Trace>();
const paidCents = new Map<string, number>();

/** All that the tests look at happens before the first of them: on a busy machine that takes longer than one test may. */
const PREPARED_WITHIN_MS = 300_000;

before(prepare, { timeout: PREPARED_WITHIN_MS });
after(() => world.close());

/** No flow of these returns a wire: archived-wires.test.ts does, through the same `openPayment`. */
const NO_FLOW = 'wire-return';

/** The trace of everything that happens here, as if a collector recorded it. */
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

async function prepare(): Promise<void> {
  after(
    recordWith({
      inSpan: (_, work) => work({ add: () => {} }),
      linkTo: () => {},
      traceparent: () => TRACE,
      ids: () => undefined,
    }),
  );
  world = await startWorld({
    worker: false,
    settings: {
      PROVIDER_TIMEOUT_MS: '5000',
      PROVIDER_RESEND_AFTER_SECONDS: '1',
      PROVIDER_PENDING_WAIT_MS: '50',
      MARKETPLACE_SELLER_COMMISSION_BPS: '200',
    },
  });
  admin = await signInAdministrator(world);
  ({ flows, projects } = await prepareFlows(world, admin, CASES.length));
  for (const one of CASES) await begin(one);
  for (const { index, second } of CASES) if (second !== undefined) await goOn(index, second);
  await askAgain();
  await finish();
  await readTraces();
}

/** Silence is a connection that is cut soon: nothing else waits for it. */
const SILENCE_MS = 150;
/** Ten calls in a row without an answer, and the circuit to the provider opens. */
const AT_ONCE = 8;

/** Side by side, each of them with one call that meets the fault; then one that is answered, so that the circuit stays closed. */
async function underFault<Item, Done>(
  mode: Mode,
  items: readonly (Item & { flow: Flow })[],
  work: (item: Item & { flow: Flow }) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const together = items.slice(from, from + AT_ONCE);
    for (const path of ['/v2/p2p', '/v2/moneyouts']) {
      const times = together.filter(({ flow }) => flow.path === path).length;
      const details = { ...(mode === 'timeout-before' ? { latencyMs: SILENCE_MS } : {}), afterSeconds: LATE_SECONDS };
      if (times > 0) await world.control('POST', '/faults', { route: `POST ${path}`, mode, times, ...details });
    }
    done.push(...(await Promise.all(together.map(work))));
    assert.deepEqual(await world.control('GET', '/faults'), [], `${mode} is not met by all`);
    await world.deps.payments.getAccount(world.deps.config.PLATFORM_MAIN_ACCOUNT_ID);
  }
  return done;
}

/** The payments of one case are begun. */
async function begin({ index, first }: Case): Promise<void> {
  const wanted = flows.map((flow) => ({ flow, index }));
  begun.push(...(await underFault(first, wanted, beginOne)));
}

/** Half of the requests bring an Idempotency-Key: those of one fault. */
async function beginOne({ flow, index }: { flow: Flow; index: number }): Promise<Begun> {
  const key = CASES[index]?.second === undefined ? randomUUID() : undefined;
  const answer = await flow.ask?.(index, keyed(key));
  const paymentId = await flow.paymentId(index).catch((cause) => {
    throw new Error(`${flow.what}: ${answer?.text}`, { cause });
  });
  if (!flow.ask) await carryOutPayment(world.deps, paymentId);
  return { flow, index, answer, paymentId, key };
}

const keyed = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { 'idempotency-key': key });

async function askAgain(): Promise<void> {
  const mayBeOpen = ({ index }: Begun) => {
    const { first, second } = CASES[index] ?? {};
    return first !== undefined && WITH_EFFECT.includes(second ?? first);
  };
  const wanted = begun.filter((one) => mayBeOpen(one) && (one.key !== undefined || !one.flow.isNewEachTime));
  const count = async () => Number((await world.sql<{ count: string }>('select count(*) from payment'))[0]?.count);
  const before = await count();
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const answers = wanted.slice(from, from + AT_ONCE).map(async ({ flow, index, key }) => {
      const answer = await flow.ask?.(index, keyed(key));
      return answer ? [{ flow, isKeyed: key !== undefined, answer }] : [];
    });
    repeated.push(...(await Promise.all(answers)).flat());
  }
  openedByRepeats = (await count()) - before;
}

/** The margin is over: the calls that leave now meet the second fault. */
async function goOn(index: number, mode: Mode): Promise<void> {
  const again = begun.filter((one) => one.index === index);
  const ids = again.map(({ paymentId }) => paymentId);
  const margin = () =>
    world.sql(`select from payment where id = any ($1) and last_sent_at > clock_timestamp() - interval '1 second' limit 1`, [
      ids,
    ]);
  await world.until(async () => (await margin()).length === 0, 'the margin to be over');
  await underFault(mode, again, ({ paymentId }) => carryOutPayment(world.deps, paymentId));
}

/** Looks until the provider owes no answer; pending transfers arrive, and the bank pays. */
async function finish(): Promise<void> {
  await world.until(async () => {
    const { open, pending } = await world.runJob<{ open: number; pending: number }>('wallet-transactions');
    if (open === pending) await endWaiting();
    return open === 0;
  }, 'every payment to end');
}

async function endWaiting(): Promise<void> {
  const waiting = await world.sql<{ id: string; kind: string }>(
    `select provider_payment_id as id, kind from payment where status = 'sent'`,
  );
  for (const { id, kind } of waiting)
    await world.control('POST', kind === 'transfer' ? `/p2p/${id}/complete` : `/payouts/${id}/complete`);
}

type Movement = { direction: string; reference: string | null; amountCents: number };

/** What every payment has become here, at the provider and in the ledger. */
async function readTraces(): Promise<void> {
  const rows = await world.sql<{ id: string; account: string; status: string; cents: string; confirms: number }>(
    `select placed.id, placed.from_account_id as account, placed.status, placed.amount_cents as cents,
       (select count(*)::integer from ledger_posting where reference = placed.id and step = 'confirm') as confirms
     from payment placed where placed.id = any ($1)`,
    [begun.map(({ paymentId }) => paymentId)],
  );
  const moved: Movement[] = [];
  for (const account of new Set(rows.map((row) => row.account)))
    moved.push(...(await world.control<{ movements: Movement[] }>('GET', `/accounts/${account}`)).movements);
  for (const { id, status, cents, confirms } of rows) {
    const movements = moved.filter(({ reference, direction }) => reference === id && direction === 'out');
    traces.set(id, { status, confirms, movedCents: movements.map(({ amountCents }) => amountCents) });
    paidCents.set(id, Number(cents));
  }
}

/** The provider has not answered: the answer says so, and which payment goes on. */
const SILENT: readonly Mode[] = ['timeout-before', 'timeout-after', 'late-effect', 'http-500'];

/** What the first call was answered with. */
function assertAnswered({ flow, answer, paymentId }: Begun, mode: Mode): void {
  if (!answer || !flow.failure) return;
  if (mode === 'pending') {
    expectStatus(answer, 201);
    // Border: each flow names the part of its body that it looks at.
    if (flow.shownPending) assert.ok(flow.shownPending(answer.body as never), answer.text);
  } else if (flow.failure.code === undefined) expectStatus(answer, flow.failure.status);
  else expectCode(answer, flow.failure.status, flow.failure.code);
  // The creation of a transfer for the owner succeeds all the same: its record waits.
  if (answer.status < 400) return;
  const told = JSON.parse(answer.text);
  const expected = SILENT.includes(mode) ? ['not-known-yet', paymentId] : [undefined, undefined];
  assert.deepEqual([told.outcome, told.paymentId], expected, `${flow.what}, ${mode}: ${answer.text}`);
}

describe('every payment, whatever the provider does', () => {
  for (const { index, first, second, isPaid } of CASES)
    it(`${first}${second ? `, then ${second}` : ''}: ${isPaid ? 'moved once' : 'not moved'}, and who asked is told what is known`, () => {
      const payments = begun.filter((one) => one.index === index);
      assert.equal(payments.length, flows.length);
      for (const payment of payments) {
        const { flow, paymentId } = payment;
        assertAnswered(payment, first);
        const expected = isPaid
          ? { status: 'succeeded', confirms: flow.isPosted ? 1 : 0, movedCents: [paidCents.get(paymentId)] }
          : { status: 'failed', confirms: 0, movedCents: [] };
        assert.deepEqual(traces.get(paymentId), expected, flow.what);
      }
    });

  it('asked for again, with the same key or without one: carried on, and no other payment', () => {
    assert.ok(repeated.some(({ isKeyed }) => isKeyed) && repeated.some(({ isKeyed }) => !isKeyed));
    const told = (answer: Answer) => (answer.status === 201 ? 201 : JSON.parse(answer.text).code);
    for (const { flow, isKeyed, answer } of repeated) {
      // Late: the provider does not know it yet. Without the key, a payment that has moved, or is on its way, may be a refusal.
      const expected = [201, flow.failure?.code, ...(isKeyed ? [] : [flow.doneBefore])];
      assert.ok(expected.includes(told(answer)), `${flow.what}: ${answer.text}`);
    }
    assert.equal(openedByRepeats, 0);
  });

  it('keeps the trace of what it was opened by, and so does its job', async () => {
    const traced = await world.sql<{ purpose: string; traces: (string | null)[] }>(
      `select purpose, array_agg(distinct traceparent) as traces from payment group by purpose order by purpose`,
    );
    assert.deepEqual(
      traced,
      PAYMENT_PURPOSES.filter((purpose) => purpose !== NO_FLOW)
        .toSorted()
        .map((purpose) => ({ purpose, traces: [TRACE] })),
    );
    const untraced = await world.sql(
      `select from pgboss.job where name = 'execute-payment' and coalesce(data ->> 'traceparent', data ->> 'tracelink') is distinct from $1`,
      [TRACE],
    );
    assert.deepEqual(untraced, []);
  });

  it('and the proof holds', () => proveLedger(admin));
});

type Debit = { id: string; status: string; number: string | null; cents: string; confirms: number };

describe('every debit, whatever the provider does', () => {
  const JOB = 'echeancier-bank-debit-status-update';
  const answers: { index: number; mode: Mode; answer: Answer }[] = [];
  /** A debit that the provider has not taken is not sent again: the job frees its echeance for another one. */
  const isTaken = (mode: Mode) => mode === 'pending' || mode === 'timeout-after' || mode === 'late-effect';

  before(async () => {
    const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
    const mandate = await world.control<{ id: number }>('POST', `/accounts/${projects[0]?.accountId}/mandates`, signed);
    const mode = { paymentMode: 'directDebit', providerMandateId: mandate.id };
    for (const { propertyId } of projects)
      expectStatus(await admin.client.put(`/administration/property/${propertyId}/echeancier/payment-mode`, mode), 200);
    for (const { index, first } of CASES) await program(index, first);
    await known();
    for (const { index, second } of CASES) if (second !== undefined) await program(index, second);
    await known();
    const waiting = await world.sql<{ id: string }>(
      `select provider_debit_id as id from direct_debit where status = 'scheduled'`,
    );
    for (const { id } of waiting) await world.control('POST', `/debits/${id}/settle`, {});
    await world.runJob(JOB);
  });

  async function program(index: number, mode: Mode): Promise<void> {
    const details = { ...(mode === 'timeout-before' ? { latencyMs: SILENCE_MS } : {}), afterSeconds: LATE_SECONDS };
    await world.control('POST', '/faults', { route: 'POST /v2/moneyins/sdd/init', mode, times: 1, ...details });
    const path = `/administration/property/${projects[index]?.propertyId}/payment-schedule/program-unscheduled-mensualite-payment`;
    answers.push({ index, mode, answer: await admin.client.put(path, { echeanceId: projects[index]?.echeances[2]?.id }) });
    assert.deepEqual(await world.control('GET', '/faults'), [], `${mode} is not met`);
    await world.deps.payments.getAccount(world.deps.config.PLATFORM_MAIN_ACCOUNT_ID);
  }

  /** Until the job has asked for every debit that nobody heard of. */
  const known = () =>
    world.until(async () => {
      await world.runJob(JOB);
      return (await world.sql(`select from direct_debit where status = 'creating'`)).length === 0;
    }, 'every debit to be known');

  const debitsOf = (index: number) =>
    world.sql<Debit>(
      `select debit.id, debit.status, debit.provider_debit_id as number, debit.amount_cents as cents,
         (select count(*)::integer from received_payment paid join ledger_posting posting on posting.reference = paid.wallet_transaction_id
          where paid.provider_wire_id = debit.provider_debit_id and posting.step = 'confirm') as confirms
       from direct_debit debit where debit.echeance_id = $1 order by debit.created_at, debit.id`,
      [projects[index]?.echeances[2]?.id],
    );

  for (const { index, first, second } of CASES) {
    const wanted = isTaken(second ?? first);
    it(`${first}${second ? `, then ${second}` : ''}: ${wanted ? 'collected once' : 'not collected'}`, async () => {
      for (const { mode, answer } of answers.filter((one) => one.index === index))
        if (mode === 'pending') expectStatus(answer, 200);
        else expectCode(answer, 500, 'failed-at-provider');
      const debits = await debitsOf(index);
      const last = wanted ? 'succeeded' : 'failed';
      assert.deepEqual(
        debits.map(({ status, confirms }) => [status, confirms]),
        [...(second === undefined ? [] : [['failed', 0]]), [last, wanted ? 1 : 0]],
      );
      const references = debits.map(({ id }) => id);
      const account = await world.control<{ movements: Movement[] }>('GET', `/accounts/${projects[0]?.accountId}`);
      const moved = account.movements.filter(({ reference }) => reference !== null && references.includes(reference));
      assert.deepEqual(
        moved.map(({ reference, amountCents }) => [reference, amountCents]),
        debits.filter(({ number }) => number !== null).map(({ id, cents }) => [id, Number(cents)]),
      );
    });
  }

  it('and the proof holds', () => proveLedger(admin));
});
