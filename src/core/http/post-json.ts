// Posts JSON to a webhook, once and with a timeout. Its URL is a secret, so no error contains it.

import { inSpan } from '../trace.ts';

/** Resolves on a 2xx; rejects with `<name>: <reason>` otherwise. `timeoutMs` bounds the whole exchange. */
export function postJson(name: string, url: string, body: unknown, timeoutMs: number): Promise<void> {
  return inSpan({ name: `call ${name}`, kind: 'client' }, () => post(name, url, body, timeoutMs));
}

async function post(name: string, url: string, body: unknown, timeoutMs: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(
      `${name}: ${error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'not reachable'}`,
    );
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${name}: answered ${response.status}`);
}
