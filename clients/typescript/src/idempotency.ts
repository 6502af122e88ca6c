// Keys that make the service execute a request once, however often it is sent.

import { KEYED_ROUTES } from './generated/keyed-routes.ts';

/**
 * Without a key the service itself takes the same transfer within ten minutes for one order; a key of ours on each call would order
 * it twice.
 */
const GUARDED_BY_THE_SERVICE = 'POST /administration/property/{propertyId}/funding/transfer-funds-to-project-owner';

/**
 * Options of one action that moves money, to be spread into each call of it: `const once = withIdempotencyKey()`, then
 * `mortar.createDeal({ body, ...once })`. Repeating the call with the same `once` has no second effect and gets the same answer for
 * 24 hours; a new action takes a new key.
 * @param key 8 to 255 visible ASCII characters, such as the id of the action in your own database; a fresh UUID when not told
 */
export function withIdempotencyKey(key: string = crypto.randomUUID()): { headers: { 'idempotency-key': string } } {
  return { headers: { 'idempotency-key': key } };
}

/** Gives a request that takes a key and has none a fresh one, which its repetitions by the transport keep. */
export function addKey(request: Request, { method = '', url }: { method?: string; url: string }): Request {
  const route = `${method} ${url}`;
  if (KEYED_ROUTES.has(route) && route !== GUARDED_BY_THE_SERVICE && !request.headers.has('idempotency-key')) {
    request.headers.set('idempotency-key', crypto.randomUUID());
  }
  return request;
}
