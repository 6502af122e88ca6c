// The token for the voting platform, and the error when the defaults-management platform fails. Pure.

import { createHmac } from 'node:crypto';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';

/** The platform's reply. Error: `internal-error`; the reason is only logged. */
export function replyOf<T>(reading: { ok: true; value: T } | { ok: false; reason: string }): T {
  if (reading.ok) return reading.value;
  const cause = new Error(`defaults-management platform: ${reading.reason}`);
  throw new AppError(INTERNAL_ERROR, { detail: 'Votes are not available.', cause });
}

/** JWT (RFC 7519) signed with HS256. `claims` in the order given; times in seconds since 1970. */
export function signToken(claims: Readonly<Record<string, string | number>>, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** `platformUrl` as it is written, followed by the query parameter `token`, in place of one that it has; other parameters are kept. */
export function withToken(platformUrl: string, token: string): string {
  const [address = '', fragment] = platformUrl.split('#', 2);
  const [path = '', query = ''] = address.split('?', 2);
  const others = query.split('&').filter((part) => part !== '' && !/^token(?:=|$)/.test(part));
  const asked = [...others, `token=${encodeURIComponent(token)}`].join('&');
  return `${path}?${asked}${fragment === undefined ? '' : `#${fragment}`}`;
}
