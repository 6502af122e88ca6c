// After the peak: a worker settles what was bought of one property, beside as much that was bought of many.

import { setTimeout as sleep } from 'node:timers/promises';
import { openFundings } from '../fundings.ts';
import type { House } from '../house.ts';
import { runLoad } from '../load.ts';
import { idOf } from '../people.ts';
import type { Figure } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import { requestToBuy } from './hot-property.ts';

const COUNT = 640;
const PROPERTIES = 64;
/** After those of the hot property's row. */
const FIRST = 101;
const LOOK_EVERY_MS = 50;
const BAR = { atLeast: 0.8, stretch: 0.95 };

/** Purchases settled a second, from the first settlement to the last. */
export async function drainRow({ house, progress }: Stage): Promise<Figure[]> {
  await openFundings(house, { first: FIRST, count: PROPERTIES + 1, bricks: 1_000_000 });
  await house.sql('vacuum analyze');
  let used = 1_000_000;
  const drain = async (propertyOf: (n: number) => number) => {
    const first = used;
    used += COUNT;
    const api = await house.start('api');
    await runLoad({
      url: api.url,
      clients: PROPERTIES,
      first,
      count: COUNT,
      status: 201,
      request: (n) => requestToBuy(house, n, propertyOf(n)),
    });
    await api.stop();
    const worker = await house.start('worker');
    while ((await waitingPurchases(house)) > 0) await sleep(LOOK_EVERY_MS);
    await worker.stop();
    return settledPerSecond(house);
  };
  const { ours, theirs, ratio, spread } = await sideBySide(
    () => drain(() => FIRST + PROPERTIES),
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

async function waitingPurchases(house: House): Promise<number> {
  const [row] = await house.sql<{ waiting: number }>(
    `select count(*)::integer as waiting from purchase where status in ('waiting_payment', 'waiting_provider') and property_id between $1 and $2`,
    [idOf('property', FIRST), idOf('property', FIRST + PROPERTIES)],
  );
  return row?.waiting ?? 0;
}

/** Of the last `COUNT`; the first settlements of a process are slower, and the same on both sides. */
async function settledPerSecond(house: House): Promise<number> {
  const [row] = await house.sql<{ seconds: number }>(
    `select extract(epoch from max(updated_at) - min(updated_at))::float as seconds from (
       select updated_at from purchase where status = 'confirmed' and property_id between $1 and $2 order by updated_at desc limit ${COUNT}
     ) as last`,
    [idOf('property', FIRST), idOf('property', FIRST + PROPERTIES)],
  );
  if (!row?.seconds) throw new Error('nothing was settled');
  return (COUNT - 1) / row.seconds;
}
