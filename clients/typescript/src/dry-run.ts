// What a request that moves money for an administrator would do: the same call, sent as a dry run.

import { KEYED_ROUTES } from './generated/keyed-routes.ts';
import type { DryRun } from './generated/types.gen.ts';

/** The requests that may be asked as a dry run, by method and path. */
const TAKE_IT = [...KEYED_ROUTES]
  .filter((route) => route.startsWith('POST /administration/'))
  .map((route) => new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`));

/** Options of the call: to be spread into it. */
export type AsDryRun = { headers: { 'idempotency-key': string }; fetch: typeof fetch };

/** Thrown in place of an answer, so that nothing goes on as if it had been done. */
class Answered {
  readonly dryRun: DryRun | undefined;
  constructor(dryRun: DryRun | undefined) {
    this.dryRun = dryRun;
  }
}

/**
 * What `call` would do: `dryRunOf((dry) => mortar.assignWire({ body, ...dry }))`. Only its first request is sent, with `?dryRun=true`;
 * one that takes no dry run is not sent at all, and the result is undefined. Error: that of the request itself.
 */
export async function dryRunOf(call: (options: AsDryRun) => Promise<unknown>): Promise<DryRun | undefined> {
  try {
    await call({ headers: { 'idempotency-key': crypto.randomUUID() }, fetch: sendDry });
  } catch (error) {
    if (error instanceof Answered) return error.dryRun;
    throw error;
  }
  return undefined;
}

async function sendDry(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const route = `${request.method} ${url.pathname}`;
  if (!TAKE_IT.some((pattern) => pattern.test(route))) throw new Answered(undefined);
  url.searchParams.set('dryRun', 'true');
  const { method, headers, credentials, signal } = request;
  const body = await request.arrayBuffer();
  const response = await fetch(url, { method, headers, credentials, signal, ...(body.byteLength > 0 ? { body } : {}) });
  if (!response.ok) return response;
  // Border: 200 of such a request is a dry run.
  throw new Answered((await response.json()) as DryRun);
}
