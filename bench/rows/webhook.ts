// A notification of the provider: received, stored and handled. Our own share of it, the provider's time taken off, beside pgbench of its SQL.

import { runLoad } from '../load.ts';
import { ID, ID_BASE, idOf, PEOPLE } from '../people.ts';
import type { Figure } from '../report.ts';
import { CLIENTS, figureOf, measurePath, type Path } from '../request-row.ts';
import type { Stage } from '../stage.ts';
import type { Statement } from '../statements.ts';
import type { MeasuredSystem } from '../system.ts';

const COUNT = 800;
const BAR = { atLeast: 0.5, stretch: 0.6 };
const HEX_DIGITS_OF_SHA256 = 64;

/** The row. The documents want the provider read again before the answer: that read is its time, not ours. */
export async function webhookRow({ system, progress }: Stage): Promise<Figure[]> {
  const api = await system.start('api');
  const result = await measurePath(system, api, { ...pathOf(system, 'dd'), others: await providerReads(system) }, progress);
  await api.stop();
  const notes = ['our side without the time of the one call of the provider that each notification makes'];
  return [{ ...figureOf('webhook', result, BAR), notes }];
}

/** Measures how many accounts a second the provider answers without us, to as many clients. */
async function providerReads({ environment }: MeasuredSystem): Promise<() => Promise<number>> {
  const { PROVIDER_TOKEN_URL = '', PROVIDER_BASE_URL = '', PROVIDER_API_KEY = '' } = environment;
  const asked = await fetch(PROVIDER_TOKEN_URL, {
    method: 'POST',
    headers: { authorization: `Basic ${PROVIDER_API_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  // Border: the answer of the sandbox, as the client of the service reads it.
  const { access_token: token } = (await asked.json()) as { access_token: string };
  const { origin, pathname } = new URL(PROVIDER_BASE_URL);
  const headers = { authorization: `Bearer ${token}`, 'PSU-IP-Address': '127.0.0.1', 'PSU-User-Agent': 'bench' };
  const request = (n: number) => ({
    method: 'GET',
    path: `${pathname}/v2/accounts/${idOf('customer', n % PEOPLE)}`,
    headers,
  });
  return async () => (await runLoad({ url: origin, clients: CLIENTS, first: 0, count: COUNT, status: 200, request })).perSecond;
}

function pathOf(system: MeasuredSystem, kind: string): Path {
  const key = system.environment.PROVIDER_WEBHOOK_API_KEY ?? '';
  const mark = `bench-${kind}-`;
  return {
    kind,
    status: 200,
    count: COUNT,
    request: (n) => ({
      method: 'POST',
      path: `/customers/provider/webhook/customer-status-changed?apiKey=${key}`,
      headers: {},
      body: JSON.stringify({
        ExtId: idOf('customer', n % PEOPLE),
        IntId: 1_000 + (n % PEOPLE),
        Status: 6,
        Blocked: 0,
        Reference: mark + String(ID_BASE + n),
      }),
    }),
    varying: (n, statements) => {
      const fingerprint = fingerprintIn(statements);
      return [
        { name: 'event', prefix: mark, text: String(ID_BASE + n), formula: ':n' },
        { name: 'event', prefix: fingerprint.slice(0, -12), text: fingerprint.slice(-12), formula: ':n' },
        { name: 'person', prefix: ID.customer, text: String(ID_BASE + (n % PEOPLE)), formula: `mod(:n, ${PEOPLE})` },
      ];
    },
  };
}

/** The digest that identifies an event. */
function fingerprintIn(statements: readonly Statement[]): string {
  const found = statements
    .flatMap(({ values }) => values)
    .find((value) => value?.length === HEX_DIGITS_OF_SHA256 && /^[0-9a-f]+$/.test(value));
  if (!found) throw new Error('the notification was stored without a fingerprint');
  return found;
}
