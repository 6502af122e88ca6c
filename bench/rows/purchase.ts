// POST /marketplace/deal/:dealId/purchase with everything on, beside pgbench of its SQL; and how many statements it needs.

import { type OwnVersion, versionsOfWallet, withOwnVersions } from '../own-versions.ts';
import { cookieOf, ID, ID_BASE, idOf, offerDeals, PEOPLE, TOKEN } from '../people.ts';
import type { Figure } from '../report.ts';
import { figureOf, measurePath, numbersOf, type Path } from '../request-row.ts';
import type { Stage } from '../stage.ts';
import type { Statement } from '../statements.ts';
import type { MeasuredSystem } from '../system.ts';

const COUNT = 480;
const RATIO_BAR = { atLeast: 0.6, stretch: 0.7 };
const STATEMENTS_BAR = { atMost: 10, stretch: 8 };
const KEY = 'bench-purchase-';
/** The provider's answer is held back this long for the purchase that is looked at, so that the log shows where it came. */
const HELD_BACK_MS = 400;

/** The row, and the statements between the provider's answer and the commit. */
export async function purchaseRow({ system, progress }: Stage): Promise<Figure[]> {
  await offerDeals(system, numbersOf(COUNT));
  await system.sql('vacuum analyze');
  const api = await system.start('api');
  const result = await measurePath(system, api, pathOf(system), progress);
  await api.stop();
  return [figureOf('purchase', result, RATIO_BAR), statementsFigure(result.statements)];
}

function pathOf(system: MeasuredSystem): Path {
  const cookies = Array.from({ length: PEOPLE }, (_, n) => cookieOf(system, n));
  return {
    kind: 'aa',
    status: 201,
    count: COUNT,
    request: (n) => ({
      method: 'POST',
      path: `/marketplace/deal/${idOf('deal', n)}/purchase`,
      headers: { cookie: cookies[n % PEOPLE] ?? '', 'idempotency-key': KEY + String(ID_BASE + n) },
    }),
    varying: (n) => {
      const deal = { name: 'deal', text: String(ID_BASE + n), formula: ':n' };
      const buyer = { name: 'buyer', text: String(ID_BASE + (n % PEOPLE)), formula: `mod(:n, ${PEOPLE})` };
      const seller = {
        name: 'seller',
        text: String(ID_BASE + PEOPLE + (n % PEOPLE)),
        formula: `${PEOPLE} + mod(:n, ${PEOPLE})`,
      };
      return [
        { ...deal, prefix: ID.deal },
        { ...deal, prefix: KEY },
        { ...buyer, prefix: ID.customer },
        { ...buyer, prefix: ID.user },
        { ...buyer, prefix: TOKEN },
        { ...seller, prefix: ID.customer },
      ];
    },
    select: (statements) => statements.map((statement) => withOwnVersions(statement, 'purchase_deal(', VERSIONS)),
    beforeCapture: () =>
      system.control('POST', '/faults', {
        route: 'GET /v2/accounts/:id',
        mode: 'latency',
        times: 1,
        latencyMs: HELD_BACK_MS,
      }),
  };
}

/** Parameters of `purchase_deal` that are versions. */
const VERSIONS: readonly OwnVersion[] = [
  ['$2::xid', 'select xmin from market_deal where id = $1::uuid'],
  ['$4::xid', 'select xmin from property where id = $3::uuid'],
  ['$6::xid', 'select xmin from customer where id = $5::uuid'],
  ['$9::bigint[]', versionsOfWallet('$8')],
];

function statementsFigure(statements: readonly Statement[]): Figure {
  const answered = statements.findIndex(({ atMs }, index) => atMs - (statements[index - 1]?.atMs ?? atMs) >= HELD_BACK_MS / 2);
  if (answered < 0) throw new Error('the log does not show when the provider answered');
  const [before, after] = [statements.slice(0, answered), statements.slice(answered)];
  return {
    row: 'statements of a purchase',
    ours: `${statements.length}, \`begin\` and \`commit\` too`,
    beside: `${before.length} before the provider's answer, ${after.length} after it`,
    value: statements.length,
    bar: STATEMENTS_BAR,
    notes: [`before: ${before.map(firstWords).join(' | ')}`, `after: ${after.map(firstWords).join(' | ')}`],
  };
}

/** The verb, and the tables and functions that it names. */
function firstWords({ text }: Statement): string {
  const plain = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const verb = (plain.split(' ')[0] ?? '').toLowerCase();
  const places = [...plain.matchAll(/\b(?:(?:insert into|update|from|join) ([a-z_.]+)|((?:ledger|purchase)_\w+)(?=\())/gi)].map(
    (m) => m[1] ?? m[2] ?? '',
  );
  const named = new Set(places.filter((name) => !NOT_A_TABLE.includes(name)));
  return `${verb} ${[...named].join(', ')}`;
}

const NOT_A_TABLE = ['set', 'of', 'unnest', 'json_to_recordset', 'ins', 'notified'];
