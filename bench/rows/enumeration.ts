// Whether the time of an answer shows that an account exists: known and unknown addresses in a random order, compared by Welch's t.

import { randomInt, randomUUID } from 'node:crypto';
import { type LoadRequest, openConnection } from '../load.ts';
import type { Figure } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';
import { cropped, quantile, welchT } from '../welch.ts';

const SAMPLES = 1_000;
const WARM_UP = 100;
/** Addresses of either kind: what is kept of one does not make the next answer about it another one. */
const ADDRESSES = 50;
const BAR = { atMost: 4.5, stretch: 3 };
const FORGOTTEN_EVERY = 20;
const CROPPED_AT = 0.9;
const PASSWORD = 'correct horse battery staple';

type Pool = { known: readonly string[]; unknown: readonly string[] };
type Question = { what: string; status: number; request: (email: string) => LoadRequest };

const post = (path: string, body: object): LoadRequest => ({ method: 'POST', path, headers: {}, body: JSON.stringify(body) });

const QUESTIONS: readonly Question[] = [
  {
    what: 'sign-in with a wrong password',
    status: 401,
    request: (email) => post('/api/auth/sign-in/email', { email, password: `${PASSWORD} not` }),
  },
  { what: 'forgotten password', status: 200, request: (email) => post('/api/auth/email-otp/request-password-reset', { email }) },
  {
    what: 'code for the address',
    status: 200,
    request: (email) => post('/api/auth/email-otp/send-verification-otp', { email, type: 'email-verification' }),
  },
  {
    what: 'wrong code of the address',
    status: 400,
    request: (email) => post('/api/auth/email-otp/verify-email', { email, otp: 'no code' }),
  },
  {
    what: 'wrong code for a new password',
    status: 400,
    request: (email) => post('/api/auth/email-otp/reset-password', { email, otp: 'no code', password: PASSWORD }),
  },
];

/** One line per question; the figure is |t| of known against unknown. */
export async function enumerationRow({ system, progress }: Stage): Promise<Figure[]> {
  const api = await system.start('api');
  const pool = await settleAddresses(system, api.url);
  const figures: Figure[] = [];
  for (const question of QUESTIONS) {
    const { known, unknown } = await measure(system, api.url, pool, question);
    const t = welchT(known, unknown);
    const middle = (sample: readonly number[]) => quantile(sample, 0.5).toFixed(2);
    progress(`${question.what}: t = ${t.toFixed(2)}, medians ${middle(known)} and ${middle(unknown)} ms`);
    figures.push({
      row: `enumeration: ${question.what}`,
      ours: `${middle(known)} ms known`,
      beside: `${middle(unknown)} ms unknown`,
      value: Math.abs(t),
      bar: BAR,
      notes: [
        `|t| without the slowest tenth of both: ${Math.abs(welchT(...cropped(known, unknown, CROPPED_AT))).toFixed(2)}; ${SAMPLES} samples each`,
      ],
    });
  }
  await api.stop();
  return figures;
}

/** Accounts made as anybody makes one, as many addresses without, and a code for each that wrong tries do not use up. */
async function settleAddresses(system: MeasuredSystem, url: string): Promise<Pool> {
  const addresses = () => Array.from({ length: ADDRESSES }, () => `${randomUUID()}@example.test`);
  const pool = { known: addresses(), unknown: addresses() };
  const connection = await openConnection(url);
  for (const email of pool.known) {
    const { status } = await connection.ask(
      post('/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Camille Durand' }),
    );
    if (status !== 200) throw new Error(`a sign-up was answered ${status}`);
  }
  connection.close();
  await system.sql(
    `insert into auth_verification (identifier, value, "expiresAt")
     select purpose || '-otp-' || email, 'no digest:-1000000', now() + interval '1 day'
     from unnest($1::text[]) as email, unnest(array['email-verification', 'forget-password']) as purpose`,
    [[...pool.known, ...pool.unknown]],
  );
  return pool;
}

/** Milliseconds of each answer, after some that do not count; the order is drawn, so that whatever else happens meets both kinds alike. */
async function measure(system: MeasuredSystem, url: string, pool: Pool, { what, status: expected, request }: Question) {
  const connection = await openConnection(url);
  const times: Record<keyof Pool, number[]> = { known: [], unknown: [] };
  const left = { known: SAMPLES, unknown: SAMPLES };
  let asked = 0;
  const ask = async (kind: keyof Pool) => {
    // Failed guesses are forgotten before one address has as many as make it wait.
    if (asked++ % FORGOTTEN_EVERY === 0) await system.sql('delete from guess_count');
    const { status, tookMs } = await connection.ask(request(pool[kind][randomInt(ADDRESSES)] ?? ''));
    if (status !== expected) throw new Error(`${what} was answered ${status}`);
    return tookMs;
  };
  for (let n = 0; n < WARM_UP; n += 1) await ask(n % 2 === 0 ? 'known' : 'unknown');
  while (left.known + left.unknown > 0) {
    const kind = randomInt(left.known + left.unknown) < left.known ? 'known' : 'unknown';
    left[kind] -= 1;
    times[kind].push(await ask(kind));
  }
  connection.close();
  return times;
}
