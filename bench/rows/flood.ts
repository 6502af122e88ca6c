// What a flood of sign-ins does to everybody else: the slowest hundredth of a healthy route's answers, with the flood and without.

import { randomUUID } from 'node:crypto';
import { openConnection } from '../load.ts';
import { cookieOf, PEOPLE } from '../people.ts';
import { probe } from '../probe.ts';
import type { Figure } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import { quantile } from '../welch.ts';

/** Sign-ins that are under way at any moment. */
const FLOODERS = 64;
const PROBES = 1_000;
const BAR = { atMost: 3, stretch: 2 };

/** The route reads the session and the investor. Sign-ins are of addresses that nobody has, each of another one. */
export async function floodRow({ system, progress }: Stage): Promise<Figure[]> {
  const api = await system.start('api');
  const answers = { hashed: 0, refused: 0 };
  const slowest = async () =>
    quantile(await probe({ url: api.url, path: '/customers/me', cookie: cookieOf(system, PEOPLE), count: PROBES }), 0.99);
  const { ours, theirs, ratio, spread } = await sideBySide(() => during(api.url, answers, slowest), slowest, progress);
  await api.stop();
  return [
    {
      row: 'p99 of a healthy route in a flood of sign-ins',
      ours: `${ours.toFixed(1)} ms`,
      beside: `${theirs.toFixed(1)} ms without it`,
      value: ratio,
      spread,
      bar: BAR,
      notes: [`${FLOODERS} sign-ins at any moment: ${answers.hashed} were answered 401, ${answers.refused} 503`],
    },
  ];
}

/** Does `work` during many sign-ins; a refused one is sent again at once. */
async function during<T>(url: string, answers: { hashed: number; refused: number }, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const flooder = async () => {
    const connection = await openConnection(url);
    while (!isOver) {
      const body = JSON.stringify({ email: `${randomUUID()}@example.test`, password: 'correct horse battery staple' });
      const { status } = await connection.ask({ method: 'POST', path: '/api/auth/sign-in/email', headers: {}, body });
      if (status !== 401 && status !== 503) throw new Error(`a sign-in of the flood was answered ${status}`);
      answers[status === 401 ? 'hashed' : 'refused'] += 1;
    }
    connection.close();
  };
  const flood = Array.from({ length: FLOODERS }, flooder);
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(flood);
  }
}
