// Light requests beside the load of many: at a steady pace, timed in their own thread, as the one that sends the crowd's requests
// is busy with them.

import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openConnection } from './load.ts';

const EVERY_MS = 5;

type Ask = { url: string; path: string; cookie: string; count: number };

/** Milliseconds of each of `count` answers. */
export function probe(ask: Ask): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>();
  const worker = new Worker(new URL(import.meta.url), { workerData: ask });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}

async function timesOf({ url, path, cookie, count }: Ask): Promise<number[]> {
  const connection = await openConnection(url);
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { status, tookMs } = await connection.ask({ method: 'GET', path, headers: { cookie } });
    if (status !== 200) throw new Error(`the bystander was answered ${status}`);
    times.push(tookMs);
    await sleep(EVERY_MS);
  }
  connection.close();
  return times;
}

// Border: what `probe` gives the thread.
if (!isMainThread) parentPort?.postMessage(await timesOf(workerData as Ask));
