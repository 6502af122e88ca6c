// After the peak: a worker settles what was bought of one property, beside as much that was bought of many.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeBricks, openFundings } from '../fundings.ts';
import { runLoad } from '../load.ts';
import type { Figure } from '../report.ts';
import { ROUNDS, sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';
import { requestToBuy } from './hot-property.ts';

const COUNT = 320;
const PROPERTIES = 64;
/** How they were bought is not measured, and must not be refused on a busy machine. */
const BUYERS = 8;
/** After those of the hot property's row. */
const FIRST = 101;
/** More than all rounds buy of one property. */
const BRICKS = 2 * COUNT * ROUNDS;
const LOOK_EVERY_MS = 100;
const WITHIN_MS = 120_000;
const BAR = { atLeast: 0.8, stretch: 0.95 };

/** Purchases settled a second, from the first settlement to the last. */
export async function drainRow({ system, progress }: Stage): Promise<Figure[]> {
  const one = FIRST + PROPERTIES;
  await openFundings(system, { first: FIRST, count: PROPERTIES + 1, bricks: BRICKS });
  await makeBricks(system, { first: FIRST, count: PROPERTIES, each: Math.ceil(BRICKS / PROPERTIES) });
  await makeBricks(system, { first: one, count: 1, each: BRICKS });
  await system.sql('vacuum analyze');
  let used = 1_000_000;
  const drain = async (propertyOf: (n: number) => number) => {
    const first = used;
    used += COUNT;
    const api = await system.start('api');
    await runLoad({
      url: api.url,
      clients: BUYERS,
      first,
      count: COUNT,
      status: 201,
      request: (n) => requestToBuy(system, n, propertyOf(n)),
    });
    await api.stop();
    const worker = await system.start('worker');
    await untilSettled(system);
    await worker.stop();
    return settledPerSecond(system);
  };
  const { ours, theirs, ratio, spread } = await sideBySide(
    () => drain(() => one),
    () => drain((n) => FIRST + (n % PROPERTIES)),
    progress,
  );
  return [
    {
      row: 'settling purchases of one property',
      ours: `${ours.toFixed(0)}/s`,
      beside: `${theirs.toFixed(0)}/s of ${PROPERTIES} properties`,
      value: ratio,
      spread,
      bar: BAR,
    },
  ];
}

/** Until no purchase waits and the mails of all are sent, so that no round leaves work to the next. */
async function untilSettled(system: MeasuredSystem): Promise<void> {
  const before = performance.now() + WITHIN_MS;
  for (;;) {
    const [left] = await system.sql<{ purchases: number; jobs: number }>(
      `select (select count(*)::integer from purchase where status = 'waiting_provider') as purchases,
         (select count(*)::integer from pgboss.job where name in ('execute-payment', 'send-email') and state < 'completed') as jobs`,
    );
    if (left?.purchases === 0 && left.jobs === 0) return;
    if (performance.now() > before)
      throw new Error(`after ${WITHIN_MS} ms ${left?.purchases} purchases and ${left?.jobs} jobs are left`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Of the last `COUNT`; the first settlements of a process are slower, and the same on both sides. */
async function settledPerSecond(system: MeasuredSystem): Promise<number> {
  const [row] = await system.sql<{ count: number; seconds: number }>(
    `select count(*)::integer as count, extract(epoch from max(updated_at) - min(updated_at))::float as seconds from (
       select updated_at from purchase where status = 'confirmed' order by updated_at desc limit ${COUNT}
     ) as last`,
  );
  if (row?.count !== COUNT || !row.seconds) throw new Error(`${row?.count ?? 0} of ${COUNT} purchases were confirmed`);
  return (COUNT - 1) / row.seconds;
}
