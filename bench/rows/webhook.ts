// A notification of the provider: received, stored and handled, beside pgbench of the one INSERT that stores it.

import type { House } from '../house.ts';
import { ID, ID_BASE, idOf, PEOPLE } from '../people.ts';
import type { Figure } from '../report.ts';
import { figureOf, measurePath, type Path } from '../request-row.ts';
import type { Stage } from '../stage.ts';
import type { Statement } from '../statements.ts';

const COUNT = 800;
const BAR = { atLeast: 0.5, stretch: 0.6 };
const HEX_DIGITS_OF_SHA256 = 64;

/** The row, and for information the same beside all its SQL: a notification is not only stored but handled before the answer. */
export async function webhookRow({ house, progress }: Stage): Promise<Figure[]> {
  const api = await house.start('api');
  const isInsert = ({ text }: Statement) => /^insert into "provider_event"/.test(text);
  const alone = await measurePath(
    house,
    api,
    { ...pathOf(house, 'dd'), select: (statements) => statements.filter(isInsert) },
    progress,
  );
  const whole = await measurePath(house, api, pathOf(house, 'de'), progress);
  await api.stop();
  const { bar: _, ...information } = figureOf('webhook, all its SQL', whole, BAR);
  // The reason why it cannot be met as long as the documents want the answer after the handling.
  const notes = [
    'before it is answered the provider is read again and the account taken over; the INSERT is the least part of it',
  ];
  return [{ ...figureOf('webhook', alone, BAR, 'pgbench of its INSERT'), notes }, information];
}

function pathOf(house: House, kind: string): Path {
  const key = house.environment.PROVIDER_WEBHOOK_API_KEY ?? '';
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

/** The digest by which an event is told from another. */
function fingerprintIn(statements: readonly Statement[]): string {
  const found = statements
    .flatMap(({ values }) => values)
    .find((value) => value?.length === HEX_DIGITS_OF_SHA256 && /^[0-9a-f]+$/.test(value));
  if (!found) throw new Error('the notification was stored without a fingerprint');
  return found;
}
