// POST /auth/mfa/confirm-code with the right code, beside pgbench of its SQL. The code is one that confirm-code leaves valid for
// the header `tfa`, so that it can be checked again and again.

import { restoreCodes } from '../codes.ts';
import { cookieOf, ID, ID_BASE, PEOPLE, TOKEN } from '../people.ts';
import type { Figure } from '../report.ts';
import { figureOf, measurePath } from '../request-row.ts';
import type { Stage } from '../stage.ts';

const COUNT = 1_200;
const BAR = { atLeast: 0.5, stretch: 0.6 };

/** The row. */
export async function mfaRow({ system, codes, progress }: Stage): Promise<Figure[]> {
  await restoreCodes(system);
  const api = await system.start('api');
  const cookies = Array.from({ length: PEOPLE }, (_, n) => cookieOf(system, n));
  const result = await measurePath(
    system,
    api,
    {
      kind: 'bb',
      status: 201,
      count: COUNT,
      request: (n) => ({
        method: 'POST',
        path: '/auth/mfa/confirm-code',
        headers: { cookie: cookies[n % PEOPLE] ?? '' },
        body: JSON.stringify({ action: 'withdraw', code: codes[n % PEOPLE] }),
      }),
      varying: (n) =>
        [ID.customer, ID.user, TOKEN].map((prefix) => ({
          name: 'person',
          prefix,
          text: String(ID_BASE + (n % PEOPLE)),
          formula: `mod(:n, ${PEOPLE})`,
        })),
    },
    progress,
  );
  await api.stop();
  return [figureOf('MFA check', result, BAR)];
}
