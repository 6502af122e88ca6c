// Hands a request of the session layer's endpoints to better-auth, and its answer back to Fastify. Apart from layer.ts, which loads the
// library: half a second that the first answer of a process need not wait for.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { carries } from '../../../core/http/browser-security.ts';
import type { AppDeps } from '../../../deps.ts';
import type { SessionLayer } from './layer.ts';
import { cookiePrefix, sessionCookieName, withoutDoubles, withoutSessionCookie } from './rules.ts';

/**
 * Sends the library's answer as it is; a refusal is noted on the request for logs and metrics. Error: `temporarily-unavailable`.
 */
export async function forwardRequest(
  { config }: Pick<AppDeps, 'config'>,
  layer: SessionLayer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const response = await layer.answer(
    new Request(new URL(request.originalUrl, new URL(config.PUBLIC_URL).origin), {
      method: request.method,
      headers: headersFor(layer, request, config.PUBLIC_URL),
      ...(request.body instanceof Buffer && request.body.length > 0 ? { body: new Uint8Array(request.body) } : {}),
    }),
  );
  const text = await response.text();
  if (response.status >= 400) request.refusal = { code: codeOf(text), status: response.status };
  copyHeaders(response.headers, reply);
  return reply.status(response.status).send(text);
}

/** A new password by the token of a link, for the form of its page: the code of the refusal, undefined where it is done. */
export async function resetByForm(
  { config }: Pick<AppDeps, 'config'>,
  layer: SessionLayer,
  { request, reply, asked }: { request: FastifyRequest; reply: FastifyReply; asked: { token: string; password: string } },
): Promise<string | undefined> {
  const headers = headersFor(layer, request, config.PUBLIC_URL);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  const url = new URL('/api/auth/email-otp/reset-password', new URL(config.PUBLIC_URL).origin);
  const response = await layer.answer(new Request(url, { method: 'POST', headers, body: JSON.stringify(asked) }));
  const text = await response.text();
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return response.ok ? undefined : codeOf(text);
}

/** The headers of the request, changed where the library would misread them. */
function headersFor(layer: SessionLayer, request: FastifyRequest, publicUrl: string): Headers {
  const cookieName = sessionCookieName(publicUrl);
  const headers = layer.headersOf(request.headers);
  // The library counts requests by this header, which a client could set itself.
  headers.set('x-forwarded-for', request.ip);
  const sent = headers.get('cookie');
  // The library would take the first of two.
  const cookie = sent === null ? null : withoutDoubles(sent, cookiePrefix(publicUrl));
  if (cookie !== null) headers.set('cookie', cookie);
  // The server has checked the origin already (core/http/browser-security.ts); the library refuses a request without this header.
  if (cookie !== null && !headers.has('origin') && carries(cookie, cookieName)) headers.set('origin', new URL(publicUrl).origin);
  // With a session the library would take a verified code as the order to switch the second factor on, which is the MFA room's
  // task.
  if (cookie !== null && request.routeOptions.url?.includes('/two-factor/'))
    headers.set('cookie', withoutSessionCookie(cookie, cookieName));
  return headers;
}

/** Copies all headers except the length, which Fastify sets; cookies one by one. */
function copyHeaders(from: Headers, reply: FastifyReply): void {
  for (const [name, value] of from) if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  const cookies = from.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
}

/** The code in an error body of the library. */
function codeOf(text: string): string {
  return /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? 'none';
}
