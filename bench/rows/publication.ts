// The publication of ten million euros, until its last brick is there, beside the bare INSERT of the same rows.

import { waitUntil } from '../../scripts/wait-until.ts';
import { cookieOf, ID, ID_BASE, PEOPLE } from '../people.ts';
import type { Figure } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';

const BRICKS = 1_000_000;
const BAR = { atMost: 2, stretch: 1.3 };
const WITHIN_MS = 5 * 60_000;
/** The one of the investors who becomes an administrator, as in the row of the list. */
const ADMINISTRATOR = 2 * PEOPLE - 1;

type Draft = { id: string };

/** The row; seconds of one publication, of which the request is the first. */
export async function publicationRow({ system, progress }: Stage): Promise<Figure[]> {
  await system.sql(
    `with administrator as (update auth_user set role = 'admin' where id = $1 returning id)
     insert into administrator_role (user_id, role, given_at) select id, 'owner', now() from administrator on conflict do nothing`,
    [ID.user + String(ID_BASE + ADMINISTRATOR)],
  );
  const [api, worker] = [await system.start('api'), await system.start('worker')];
  const headers = { cookie: cookieOf(system, ADMINISTRATOR), 'content-type': 'application/json' };
  const send = async <T>(method: string, path: string, body: object): Promise<T> => {
    const answer = await fetch(api.url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    // Border: an answer of the API, in the shape that the caller names.
    return (await answer.json()) as T;
  };
  const spvId = await spvOf(system, send);
  const requests: number[] = [];
  const publish = async () => {
    const { id } = await send<Draft>('POST', '/administration/property', draftOf(spvId));
    const began = performance.now();
    await send('PATCH', `/administration/property/${id}/publish`, {});
    requests.push(performance.now() - began);
    await untilAllAreThere(system, id);
    return (performance.now() - began) / 1000;
  };
  const insert = async () => {
    const { id } = await send<Draft>('POST', '/administration/property', draftOf(spvId));
    const began = performance.now();
    await system.sql(
      `insert into brick (id, property_id, number) select gen_random_uuid(), $1, number from generate_series(1, $2::integer) as number`,
      [id, BRICKS],
    );
    return (performance.now() - began) / 1000;
  };
  const { ours, theirs, ratio, spread } = await sideBySide(publish, insert, progress);
  await worker.stop();
  await api.stop();
  const beside = `${theirs.toFixed(1)} s its bare INSERT`;
  const slowest = `${(Math.max(...requests) / 1000).toFixed(1)} s the slowest request`;
  const row = 'publication of 1 million bricks';
  return [{ row, ours: `${ours.toFixed(1)} s`, beside, value: ratio, spread, bar: BAR, notes: [slowest] }];
}

const draftOf = (spvId: string) => ({
  ...{ name: 'La Grande Tour', investorContractType: 'obligation', spvId, amountToFundCents: BRICKS * 1_000 },
  imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'],
  fundingStartDate: Temporal.Now.instant().add({ hours: 48 }).toString(),
});

/** An SPV whose wallet the provider has validated. */
async function spvOf(
  system: MeasuredSystem,
  send: <T>(method: string, path: string, body: object) => Promise<T>,
): Promise<string> {
  const accountId = 'bench-publication';
  await system.control('POST', '/accounts', { accountId, kind: 'spv', status: 6, balanceCents: 0 });
  const spv = { name: 'SPV La Grande Tour', country: 'France', providerExternalId: accountId };
  return (await send<Draft>('POST', '/administration/spv', spv)).id;
}

async function untilAllAreThere(system: MeasuredSystem, propertyId: string): Promise<void> {
  const probe = async () => {
    const [row] = await system.sql<{ left: number }>('select uncreated_bricks as left from property where id = $1', [propertyId]);
    return row?.left === 0 ? true : undefined;
  };
  await waitUntil(probe, { what: 'the last brick', timeoutMs: WITHIN_MS, everyMs: 100 });
}
