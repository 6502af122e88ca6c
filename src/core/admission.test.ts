// Heavy requests and lanes: so many at once, none forgotten, and whoever waits for somebody else stands in nobody's way.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { type Admission, countRead, createAdmission, createLanes, inTurn, outsideOfTurn, whileSlow } from './admission.ts';
import { hasCode, TEMPORARILY_UNAVAILABLE } from './errors.ts';

const LONG_MS = 60_000;
const refused = (error: unknown) => hasCode(error, TEMPORARILY_UNAVAILABLE);
const newLine = () => createAdmission({ atOnce: 1, waiting: 10, waitMs: LONG_MS });

/** A request: runs `work` once admitted; `answered` ends it. */
function request(line: Admission, work: () => Promise<unknown> = async () => {}) {
  const answer = new EventEmitter();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  inTurn(line, answer, (error) => (error ? reject(error) : void work().then(() => resolve(), reject)));
  return { done: promise, answered: () => answer.emit('close') };
}

type Wait = PromiseWithResolvers<void>;

const settled = async (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((no) => setImmediate(no, false))]);

describe('admission', () => {
  it('the next begins when the answer is out', async () => {
    const turns = newLine();
    const first = request(turns);
    await first.done;
    const second = request(turns);
    assert.equal(await settled(second.done), false);
    first.answered();
    await second.done;
  });
  it('who waits for the provider lets another work, and goes on before those who have not begun', async () => {
    const turns = newLine();
    const provider = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = request(turns, async () => {
      await outsideOfTurn(() => provider.promise);
      order.push('first');
    });
    const pause = Promise.withResolvers<void>();
    const second = request(turns, async () => {
      order.push('second');
      await pause.promise;
    });
    const third = request(turns, async () => void order.push('third'));
    await settled(second.done);
    provider.resolve();
    pause.resolve();
    await second.done;
    assert.equal(await settled(first.done), false);
    second.answered();
    await first.done;
    first.answered();
    await third.done;
    assert.deepEqual(order, ['second', 'first', 'third']);
  });
  it('who waits for two things at once comes back twice and has one turn', async () => {
    const line = createAdmission({ atOnce: 3, waiting: 10, waitMs: LONG_MS });
    const [one, other, later] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as [Wait, Wait, Wait];
    const first = request(line, () =>
      Promise.all([outsideOfTurn(() => one.promise), later.promise.then(() => outsideOfTurn(() => other.promise))]),
    );
    await settled(first.done);
    const computing = [request(line), request(line)];
    for (const { done } of computing) await done;
    // It is admitted again and waits to compute; meanwhile its second part goes out and comes back.
    for (const { resolve } of [one, later, other]) {
      resolve();
      await settled(first.done);
    }
    for (const { answered } of computing) answered();
    await first.done;
    first.answered();
    const next = [request(line), request(line)];
    for (const { done } of next) await done;
  });
  it('a client that goes while the provider is asked leaves no turn taken', async () => {
    const turns = newLine();
    const provider = Promise.withResolvers<void>();
    const first = request(turns, () => outsideOfTurn(() => provider.promise));
    await settled(first.done);
    first.answered();
    provider.resolve();
    await first.done;
    await request(turns).done;
  });
  it('a client that goes while it waits in line leaves no turn taken', async () => {
    const turns = newLine();
    const first = request(turns);
    await first.done;
    const second = request(turns);
    second.answered();
    first.answered();
    await second.done;
    await request(turns).done;
  });
  it('while a statement is slow another request computes, as far as it is admitted', async () => {
    const line = createAdmission({ atOnce: 2, waiting: 10, waitMs: LONG_MS });
    countRead(line, new EventEmitter());
    const lock = Promise.withResolvers<void>();
    const stuck = request(line, () => whileSlow(() => lock.promise));
    const second = request(line);
    const third = request(line);
    await second.done;
    assert.equal(await settled(third.done), false);
    second.answered();
    await third.done;
    third.answered();
    lock.resolve();
    await stuck.done;
  });
  it('while reads come one computes, and all that are admitted once none has come for a while', async () => {
    const line = createAdmission({ atOnce: 3, waiting: 10, waitMs: LONG_MS });
    const reads = [new EventEmitter(), new EventEmitter()] as const;
    for (const answer of reads) countRead(line, answer);
    const [first, second, third] = [request(line), request(line), request(line)];
    await first.done;
    for (const answer of reads) {
      answer.emit('close');
      assert.equal(await settled(second.done), false);
    }
    await Promise.all([second.done, third.done]);
  });
  it('another read holds back who has not begun', async () => {
    const line = createAdmission({ atOnce: 3, waiting: 10, waitMs: LONG_MS });
    const [first, second] = [request(line), request(line)];
    await Promise.all([first.done, second.done]);
    const read = new EventEmitter();
    countRead(line, read);
    const third = request(line);
    first.answered();
    assert.equal(await settled(third.done), false);
    second.answered();
    await third.done;
    const fourth = request(line);
    read.emit('close');
    await fourth.done;
  });
  it('a full line refuses', async () => {
    const turns = createAdmission({ atOnce: 1, waiting: 0, waitMs: LONG_MS });
    await request(turns).done;
    await assert.rejects(request(turns).done, refused);
  });
});

describe('lanes', () => {
  it('keys do not wait for each other', async () => {
    const lanes = createLanes({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    const held = Promise.withResolvers<string>();
    const first = lanes('a', () => held.promise);
    const second = lanes('a', async () => 'second');
    assert.equal(await lanes('b', async () => 'other'), 'other');
    assert.equal(await settled(second), false);
    held.resolve('first');
    assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  });
  it('work that fails gives its turn on', async () => {
    const lanes = createLanes({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    await assert.rejects(
      lanes('a', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await lanes('a', async () => 1), 1);
  });
  it('who waits in a lane has no turn of the process meanwhile', async () => {
    const turns = newLine();
    const lanes = createLanes({ atOnce: 1, waiting: 10, waitMs: LONG_MS });
    const held = Promise.withResolvers<void>();
    void lanes('a', () => held.promise);
    const first = request(turns, () => lanes('a', async () => {}));
    const second = request(turns);
    await second.done;
    second.answered();
    held.resolve();
    await first.done;
  });
});
