// Posts JSON to a webhook, once and with a timeout. Its URL is a secret, so no error contains it.

import { inSpan } from '../trace.ts';
import { withDeadline } from './deadline.ts';

/** Resolves on a 2xx; rejects with `<name>: <reason>` otherwise. `timeoutMs` bounds the whole exchange. */
export function postJson(name: string, url: string, body: unknown, timeoutMs: number): Promise<void> {
  return inSpan({ name: `call ${name}`, kind: 'client' }, () => post(name, url, body, timeoutMs));
}

async function post(name: string, url: string, body: unknown, timeoutMs: number): Promise<void> {
  const response = await withDeadline(timeoutMs, async (signal) => {
    const headers = { 'content-type': 'application/json' };
    const answered = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
    await answered.body?.cancel();
    return answered;
  }).catch((error: unknown) => {
    throw new Error(
      `${name}: ${error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'not reachable'}`,
    );
  });
  if (!response.ok) throw new Error(`${name}: answered ${response.status}`);
}
