// Emailed codes of the investors: requested over HTTP, mailed by a worker, read from the sandbox's mailbox. A code works once, so
// its rows are saved and restored before each round.

import { waitUntil } from '../scripts/wait-until.ts';
import { runLoad } from './load.ts';
import { cookieOf, inParallel, PEOPLE } from './people.ts';
import type { MeasuredSystem } from './system.ts';

const MAILED_WITHIN_MS = 60_000;

/** Codes of action `withdraw` by the investor's number. To be called before anything else leaves jobs to a worker. */
export async function mailCodes(system: MeasuredSystem): Promise<string[]> {
  const api = await system.start('api');
  const worker = await system.start('worker');
  await runLoad({
    url: api.url,
    clients: 4,
    first: 0,
    count: PEOPLE,
    status: 201,
    request: (n) => ({
      method: 'POST',
      path: '/auth/mfa/trigger-mfa',
      headers: { cookie: cookieOf(system, n) },
      body: JSON.stringify({ action: 'withdraw' }),
    }),
  });
  const codes = await readCodes(system);
  await worker.stop();
  await api.stop();
  await system.sql('create table bench_code as select * from mfa_context');
  return codes;
}

/** Restores all codes as valid and unused. */
export async function restoreCodes(system: MeasuredSystem): Promise<void> {
  await system.sql(
    `update mfa_context
      set code_ciphertext = bench_code.code_ciphertext, code_expires_at = bench_code.code_expires_at,
        wrong_code_count = 0,
       claim_token = null, claimed_at = null
     from bench_code where (bench_code.customer_id, bench_code.action) = (mfa_context.customer_id, mfa_context.action)`,
  );
}

async function readCodes(system: MeasuredSystem): Promise<string[]> {
  const codes: string[] = [];
  await inParallel(PEOPLE, async (n) => {
    codes[n] = await waitUntil(
      async () => {
        const mails = await system.control<{ text: string }[]>('GET', `/mails?to=investor-${n}@example.test`);
        // The mail about their money may be the newer one.
        return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0];
      },
      { what: `the mail with the code of investor ${n}`, timeoutMs: MAILED_WITHIN_MS, everyMs: 100 },
    );
  });
  return codes;
}
