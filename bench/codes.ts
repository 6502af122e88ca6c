// Emailed codes of the investors: requested over HTTP, mailed by a worker, read from the sandbox's mailbox. A code works once, so
// its rows are saved and restored before each round.

import { waitUntil } from '../scripts/wait-until.ts';
import type { House } from './house.ts';
import { runLoad } from './load.ts';
import { cookieOf, inParallel, PEOPLE } from './people.ts';

const MAILED_WITHIN_MS = 60_000;

/** Codes of action `withdraw` by the investor's number. To be called before anything else leaves jobs to a worker. */
export async function mailCodes(house: House): Promise<string[]> {
  const api = await house.start('api');
  const worker = await house.start('worker');
  await runLoad({
    url: api.url,
    clients: 4,
    first: 0,
    count: PEOPLE,
    status: 201,
    request: (n) => ({
      method: 'POST',
      path: '/auth/mfa/trigger-mfa',
      headers: { cookie: cookieOf(house, n) },
      body: JSON.stringify({ action: 'withdraw' }),
    }),
  });
  const codes = await readCodes(house);
  await worker.stop();
  await api.stop();
  await house.sql('create table bench_code as select * from mfa_context');
  return codes;
}

/** Restores all codes as valid and unused. */
export async function restoreCodes(house: House): Promise<void> {
  await house.sql(
    `update mfa_context
      set code_ciphertext = bench_code.code_ciphertext, code_expires_at = bench_code.code_expires_at,
        wrong_code_count = 0,
       claim_token = null, claimed_at = null
     from bench_code where (bench_code.customer_id, bench_code.action) = (mfa_context.customer_id, mfa_context.action)`,
  );
}

async function readCodes(house: House): Promise<string[]> {
  const codes: string[] = [];
  await inParallel(PEOPLE, async (n) => {
    codes[n] = await waitUntil(
      async () => {
        const mails = await house.control<{ text: string }[]>('GET', `/mails?to=investor-${n}@example.test`);
        // The mail about their money may be the newer one.
        return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0];
      },
      { what: `the mail with the code of investor ${n}`, timeoutMs: MAILED_WITHIN_MS, everyMs: 100 },
    );
  });
  return codes;
}
