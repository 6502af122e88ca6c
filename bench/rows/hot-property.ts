// The peak of such a platform: buyers of one property beside as many of many, what was sold already, and a bystander's wait. All with the
// settings that ship, but for the limit of requests per minute.

import { openFundings } from '../fundings.ts';
import { type LoadRequest, runLoad } from '../load.ts';
import { cookieOf, idOf, PEOPLE } from '../people.ts';
import { probe } from '../probe.ts';
import type { Figure } from '../report.ts';
import { ROUNDS, sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import { captureStatements } from '../statements.ts';
import type { MeasuredSystem } from '../system.ts';
import { quantile } from '../welch.ts';

const BUYERS = 64;
const COUNT = 640;
const PROPERTIES = 64;
/** Properties 1 to 64 are of the many, 65 is the one in demand, 66 the same with so many purchases already. */
const HOT = PROPERTIES + 1;
const SOLD = PROPERTIES + 2;
const SOLD_PURCHASES = 100_000;
const PROBES = 300;

/** One property beside many; one that is sold to the half beside an empty one; the bystander; the statements of one purchase. */
export async function hotPropertyRow({ system, progress }: Stage): Promise<Figure[]> {
  await openFundings(system, { first: 1, count: PROPERTIES + 2, bricks: 10_000_000 });
  await system.sql('vacuum analyze');
  const api = await system.start('api');
  let used = 0;
  const buy = async (propertyOf: (n: number) => number, buyers = BUYERS, count = COUNT) => {
    const first = used;
    used += count;
    const { perSecond } = await runLoad({
      url: api.url,
      clients: buyers,
      first,
      count,
      status: 201,
      request: (n) => requestToBuy(system, n, propertyOf(n)),
    });
    return perSecond;
  };
  const ofMany = () => buy((n) => 1 + (n % PROPERTIES));
  const ofOne = () => buy(() => HOT);
  await ofMany();
  await captureStatements(system, () => buy(() => HOT, 1, 1));
  const statements = (await captureStatements(system, () => buy(() => HOT, 1, 1))).length;
  const hot = await sideBySide(ofOne, ofMany, progress);
  progress('selling half of a property');
  await sellALot(system);
  const flat = await sideBySide(() => buy(() => SOLD), ofOne, progress);
  const crowdOf = (buyers: number) => () => buy(() => HOT, buyers);
  const bystanders = await bystanderFigures(system, { url: api.url, crowdOf, progress });
  await api.stop();
  return [
    {
      row: `${BUYERS} buyers of one property`,
      ours: `${hot.ours.toFixed(0)}/s`,
      beside: `${hot.theirs.toFixed(0)}/s of ${PROPERTIES} properties`,
      value: hot.ratio,
      spread: hot.spread,
      bar: { atLeast: 0.8, stretch: 0.95 },
    },
    {
      row: `one with ${SOLD_PURCHASES} purchases`,
      ours: `${flat.ours.toFixed(0)}/s`,
      beside: `${flat.theirs.toFixed(0)}/s of one with ${COUNT * (ROUNDS + 1)}`,
      value: flat.ratio,
      spread: flat.spread,
      bar: { atLeast: 0.9, stretch: 0.97 },
    },
    ...bystanders,
    {
      row: 'statements of a purchase, all of them',
      ours: `${statements}`,
      beside: '-',
      value: statements,
      bar: { atMost: 10, stretch: 7 },
    },
  ];
}

/** The p99 of light requests beside half as many buyers, and beside all. */
async function bystanderFigures(
  system: MeasuredSystem,
  { url, crowdOf, progress }: { url: string; crowdOf: (buyers: number) => () => Promise<unknown>; progress: Stage['progress'] },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const slowest = async () =>
    quantile(await probe({ url, path: '/customers/me', cookie: cookieOf(system, PEOPLE), count: PROBES }), 0.99);
  for (const buyers of [BUYERS / 2, BUYERS]) {
    progress(`a bystander beside ${buyers} buyers`);
    const bystander = await sideBySide(() => beside(crowdOf(buyers), slowest), slowest, progress);
    figures.push({
      row: `p99 of a bystander beside ${buyers} buyers`,
      ours: `${bystander.ours.toFixed(1)} ms`,
      beside: `${bystander.theirs.toFixed(1)} ms without them`,
      value: bystander.ratio,
      spread: bystander.spread,
      bar: { atMost: 3, stretch: 2 },
    });
  }
  return figures;
}

/** Request `n`: one brick of a property, by an investor of its turn. */
export function requestToBuy(system: MeasuredSystem, n: number, property: number): LoadRequest {
  return {
    method: 'POST',
    path: `/properties/${idOf('property', property)}/purchase`,
    headers: { cookie: cookieOf(system, n % PEOPLE), 'idempotency-key': `bench-hot-${n}-${property}` },
    body: '{"amount":1}',
  };
}

/** Confirmed purchases by SQL, as if the peak had been yesterday. */
async function sellALot(system: MeasuredSystem): Promise<void> {
  await system.sql(
    `insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, window_end, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 1, 1000, 'confirmed', now() + interval '3 days', now(), now() from generate_series(1, ${SOLD_PURCHASES})`,
    [idOf('property', SOLD), idOf('customer', 0)],
  );
  await system.sql(`insert into funding_totals (property_id, confirmed_bricks, confirmed_cents) values ($1, $2, $3)`, [
    idOf('property', SOLD),
    SOLD_PURCHASES,
    SOLD_PURCHASES * 1_000,
  ]);
  await system.sql('vacuum analyze purchase');
}

/** Does `work` while the property is in demand. */
async function beside<T>(crowd: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const buying = (async () => {
    while (!isOver) await crowd();
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await buying;
  }
}
