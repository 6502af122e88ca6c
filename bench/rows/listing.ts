// Lists over ten thousand properties: the administrators' whole list beside pgbench of its json_agg, and the last page of the
// public one beside its first.

import { runLoad } from '../load.ts';
import { cookieOf, ID, ID_BASE, PEOPLE } from '../people.ts';
import type { Figure } from '../report.ts';
import { CLIENTS, figureOf, measurePath } from '../request-row.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import type { Statement } from '../statements.ts';
import type { MeasuredSystem } from '../system.ts';

const PROPERTIES = 10_000;
const PAGE = 50;
const LISTING_COUNT = 8;
const PAGE_COUNT = 480;
const LISTING_BAR = { atLeast: 0.6, stretch: 0.8 };
// http.md#lists names one figure for it.
const CURSOR_BAR = { atLeast: 0.9, stretch: 0.9 };
/** The one of the investors who becomes an administrator: nobody buys or sells as them in these rows. */
const ADMINISTRATOR = 2 * PEOPLE - 1;

/** The list of all obligations and loans, as an administrator's page asks for it. */
export async function listingRow({ system, progress }: Stage): Promise<Figure[]> {
  await fillCatalogue(system);
  await system.sql(
    `with administrator as (update auth_user set role = 'admin' where id = $1 returning id)
     insert into administrator_role (user_id, role, given_at) select id, 'owner', now() from administrator on conflict do nothing`,
    [ID.user + String(ID_BASE + ADMINISTRATOR)],
  );
  const api = await system.start('api');
  const cookie = cookieOf(system, ADMINISTRATOR);
  const result = await measurePath(
    system,
    api,
    {
      kind: 'ee',
      status: 200,
      count: LISTING_COUNT,
      request: () => ({ method: 'GET', path: '/administration/property', headers: { cookie } }),
      varying: () => [],
      select: asOneValue,
    },
    progress,
  );
  await api.stop();
  return [figureOf('listing 1 000 of 10 000 properties', result, LISTING_BAR, 'pgbench of its json_agg')];
}

/** The statement of the list, as `json_agg` of its columns. */
function asOneValue(statements: readonly Statement[]): Statement[] {
  const rows = 'select to_json(item)::text as json from (';
  return statements
    .filter(({ text }) => text.startsWith(rows))
    .map((statement) => ({ ...statement, text: statement.text.replace(rows, 'select json_agg(item) from (') }));
}

/** The public catalogue, walked to its last page. */
export async function cursorRow({ system, progress }: Stage): Promise<Figure[]> {
  await fillCatalogue(system);
  const api = await system.start('api');
  const first = `/properties?limit=${PAGE}`;
  const last = await walk(api.url, first, PROPERTIES / PAGE);
  const load = async (path: string) => {
    const request = () => ({ method: 'GET', path, headers: {} });
    return (await runLoad({ url: api.url, clients: CLIENTS, first: 0, count: PAGE_COUNT, status: 200, request })).perSecond;
  };
  const { ours, theirs, ratio, spread } = await sideBySide(
    () => load(last),
    () => load(first),
    progress,
  );
  await api.stop();
  const beside = `${theirs.toFixed(0)}/s its page 1`;
  return [{ row: 'page 200 of a cursor list', ours: `${ours.toFixed(0)}/s`, beside, value: ratio, spread, bar: CURSOR_BAR }];
}

/** Path of the page with this number. */
async function walk(url: string, first: string, number: number): Promise<string> {
  let path = first;
  for (let page = 1; page < number; page += 1) {
    // Border: a page of the API's own list.
    const { nextCursor } = (await (await fetch(url + path)).json()) as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`there is no page ${page + 1}`);
    path = `${first}&cursor=${nextCursor}`;
  }
  return path;
}

/** Ten thousand published obligations with texts and pictures as a page has them; once, whichever row comes first. */
async function fillCatalogue(system: MeasuredSystem): Promise<void> {
  const [row] = await system.sql<{ count: string }>(`select count(*)
    from property
    where investor_contract_type = 'obligation'`);
  if (Number(row?.count) >= PROPERTIES) return;
  await system.sql(
    `insert into spv (id, name, country, provider_external_id, kyb_status, created_at, updated_at)
     select gen_random_uuid(), 'SPV ' || n, 'France', 'bench-spv-' || n, 'verified', now(), now()
       from generate_series(1, 1000) as n`,
  );
  await system.sql(
    `insert into property (id, status, investor_contract_type, name, spv_id, presentation, operation,
        amount_to_fund_cents, min_amount_to_fund_cents,
       return_on_investment_rate, investment_horizon_in_months, total_bricks, min_bricks, published_at, display_date,
       funding_start_date, funding_max_end_date,
       primary_market_open, created_at, updated_at)
     select gen_random_uuid(), 'PUBLISHED', 'obligation', 'Les Tilleuls ' || n, spv.id,
       jsonb_build_object('investmentCase', repeat('Marchand de biens. ', 20), 'localisationDescription', repeat('Rive gauche. ', 10), 'surface', n,
         'imageGallery', jsonb_build_array('https://images.test/' || n || '/a.png', 'https://images.test/' || n || '/b.png'),
         'address', jsonb_build_object('street', n || ' rue des Tilleuls', 'city', 'Lyon', 'postcode', '69003', 'country', 'France'),
         'advantages', jsonb_build_array(jsonb_build_object('id', 'a', 'title', 'Gare', 'description', repeat('À pied. ', 5)))),
       '{"version": "V2", "durationInMonths": 24}', 1000000, 500000, 95000, 24, 1000, 500, now() - n * interval '1 minute', now() - n * interval '1 minute',
       now(), now() + interval '60 days', true, now() - n * interval '1 minute', now()
     from generate_series(1, ${PROPERTIES}) as n
       join (select id, row_number() over () as number from spv) spv on spv.number = 1 + n % 1000`,
  );
  await system.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at)
      select id, published_at, 1000, published_at
      from property
     where investor_contract_type = 'obligation'`,
  );
  await system.sql('vacuum analyze');
}
