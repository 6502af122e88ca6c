// POST /customers/provider/payment-intent/withdrawal with everything on, beside pgbench of its SQL.

import { restoreCodes } from '../codes.ts';
import { type OwnVersion, versionsOfWallet, withOwnVersions } from '../own-versions.ts';
import { cookieOf, ID, ID_BASE, idOf, inParallel, PEOPLE, TOKEN } from '../people.ts';
import type { Figure } from '../report.ts';
import { figureOf, measurePath } from '../request-row.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';
import { BANK_ACCOUNT_IBAN, IBAN_COLUMNS, ibanValues } from '../world/withdrawers.ts';

/** A code serves once, so everybody withdraws once in a round. */
const COUNT = PEOPLE;
const BAR = { atLeast: 0.5, stretch: 0.6 };
const KEY = 'bench-withdrawal-';

/** Parameters of the SQL function `withdraw` that are versions. */
const VERSIONS: readonly OwnVersion[] = [
  ['$3::xid', 'select xmin from customer where id = $2::uuid'],
  ['$5::xid', 'select xmin from bank_account where id = $4::uuid'],
  ['$7::bigint[]', versionsOfWallet('$6')],
];
/** The row. */
export async function withdrawalRow({ system, codes, progress }: Stage): Promise<Figure[]> {
  await registerBankAccounts(system);
  const api = await system.start('api');
  const cookies = Array.from({ length: PEOPLE }, (_, n) => cookieOf(system, n));
  await system.sql('vacuum analyze');
  const result = await measurePath(
    system,
    api,
    {
      kind: 'cc',
      status: 201,
      count: COUNT,
      request: (n) => ({
        method: 'POST',
        path: '/customers/provider/payment-intent/withdrawal',
        headers: {
          cookie: cookies[n % PEOPLE] ?? '',
          tfa: codes[n % PEOPLE] ?? '',
          'idempotency-key': KEY + String(ID_BASE + n),
        },
        body: JSON.stringify({ paymentMethodId: idOf('method', n % PEOPLE), amount: 100 }),
      }),
      varying: (n) => [
        { name: 'request', prefix: KEY, text: String(ID_BASE + n), formula: ':n' },
        ...[ID.customer, ID.user, ID.method, TOKEN].map((prefix) => ({
          name: 'person',
          prefix,
          text: String(ID_BASE + (n % PEOPLE)),
          formula: `mod(:n, ${PEOPLE})`,
        })),
      ],
      select: (statements) => statements.map((statement) => withOwnVersions(statement, 'withdraw(', VERSIONS)),
      prepare: () => restoreCodes(system),
    },
    progress,
  );
  await api.stop();
  return [figureOf('withdrawal', result, BAR)];
}

/** A bank account each, known to the provider. */
async function registerBankAccounts(system: MeasuredSystem): Promise<void> {
  await inParallel(PEOPLE, async (n) => {
    const { id } = await system.control<{ id: number }>('POST', `/accounts/${idOf('customer', n)}/ibans`, {
      iban: BANK_ACCOUNT_IBAN,
      holder: 'Camille Durand',
    });
    await system.sql(
      `insert into bank_account (${IBAN_COLUMNS}, id, customer_id, holder, status, provider_iban_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'Camille Durand', 'activated', $6, now(), now())`,
      [...ibanValues(system, idOf('method', n)), idOf('method', n), idOf('customer', n), id],
    );
  });
}
