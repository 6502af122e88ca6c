// Heavy requests: a limited number at once, none forgotten, and a waiting one delays no other.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { hasCode, TEMPORARILY_UNAVAILABLE } from '../errors.ts';
import { type Admission, admit, countLightRequest, createAdmission, releaseWhile, yieldIfSlow } from './admission.ts';

const LONG_MS = 60_000;
const refused = (error: unknown) => hasCode(error, TEMPORARILY_UNAVAILABLE);
const newAdmission = () => createAdmission({ atOnce: 1, waiting: 10, waitMs: LONG_MS });

/** A request: runs `work` once admitted; `answered` ends it. */
function request(admission: Admission, work: () => Promise<unknown> = async () => {}) {
  const answer = new EventEmitter();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  admit(admission, answer, (error) => (error ? reject(error) : void work().then(() => resolve(), reject)));
  return { done: promise, answered: () => answer.emit('close') };
}

type Wait = PromiseWithResolvers<void>;

const settled = async (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((no) => setImmediate(no, false))]);

describe('admission', () => {
  it('the next begins when the answer is out', async () => {
    const admission = newAdmission();
    const first = request(admission);
    await first.done;
    const second = request(admission);
    assert.equal(await settled(second.done), false);
    first.answered();
    await second.done;
  });
  it('a request that waits for the provider lets another work, and goes on before those that have not begun', async () => {
    const admission = newAdmission();
    const provider = Promise.withResolvers<void>();
    const order: string[] = [];
    const first = request(admission, async () => {
      await releaseWhile(() => provider.promise);
      order.push('first');
    });
    const pause = Promise.withResolvers<void>();
    const second = request(admission, async () => {
      order.push('second');
      await pause.promise;
    });
    const third = request(admission, async () => void order.push('third'));
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
  it('a request that waits for two things at once comes back twice with one permit', async () => {
    const admission = createAdmission({ atOnce: 3, waiting: 10, waitMs: LONG_MS });
    const [one, other, later] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as [Wait, Wait, Wait];
    const first = request(admission, () =>
      Promise.all([releaseWhile(() => one.promise), later.promise.then(() => releaseWhile(() => other.promise))]),
    );
    await settled(first.done);
    const computing = [request(admission), request(admission)];
    for (const { done } of computing) await done;
    // It is admitted again and waits to compute; meanwhile its second part goes out and comes back.
    for (const { resolve } of [one, later, other]) {
      resolve();
      await settled(first.done);
    }
    for (const { answered } of computing) answered();
    await first.done;
    first.answered();
    const next = [request(admission), request(admission)];
    for (const { done } of next) await done;
  });
  it('a client that goes while the provider is asked leaves no permit taken', async () => {
    const admission = newAdmission();
    const provider = Promise.withResolvers<void>();
    const first = request(admission, () => releaseWhile(() => provider.promise));
    await settled(first.done);
    first.answered();
    provider.resolve();
    await first.done;
    await request(admission).done;
  });
  it('a client that goes while it waits leaves no permit taken', async () => {
    const admission = newAdmission();
    const first = request(admission);
    await first.done;
    const second = request(admission);
    second.answered();
    first.answered();
    await second.done;
    await request(admission).done;
  });
  it('while a statement is slow another request computes, as far as it is admitted', async () => {
    const admission = createAdmission({ atOnce: 2, waiting: 10, waitMs: LONG_MS });
    countLightRequest(admission, new EventEmitter());
    const lock = Promise.withResolvers<void>();
    const stuck = request(admission, () => yieldIfSlow(() => lock.promise));
    const second = request(admission);
    const third = request(admission);
    await second.done;
    assert.equal(await settled(third.done), false);
    second.answered();
    await third.done;
    third.answered();
    lock.resolve();
    await stuck.done;
  });
  it('while reads come one computes, and all that are admitted once none has come for a while', async () => {
    const admission = createAdmission({ atOnce: 3, waiting: 10, waitMs: LONG_MS });
    const reads = [new EventEmitter(), new EventEmitter()] as const;
    for (const answer of reads) countLightRequest(admission, answer);
    const [first, second, third] = [request(admission), request(admission), request(admission)];
    await first.done;
    for (const answer of reads) {
      answer.emit('close');
      assert.equal(await settled(second.done), false);
    }
    await Promise.all([second.done, third.done]);
  });
  it('another read delays requests that have not begun', async () => {
    const admission = createAdmission({ atOnce: 3, waiting: 10, waitMs: LONG_MS });
    const [first, second] = [request(admission), request(admission)];
    await Promise.all([first.done, second.done]);
    const read = new EventEmitter();
    countLightRequest(admission, read);
    const third = request(admission);
    first.answered();
    assert.equal(await settled(third.done), false);
    second.answered();
    await third.done;
    const fourth = request(admission);
    read.emit('close');
    await fourth.done;
  });
  it('a full queue refuses', async () => {
    const admission = createAdmission({ atOnce: 1, waiting: 0, waitMs: LONG_MS });
    await request(admission).done;
    await assert.rejects(request(admission).done, refused);
  });
});
