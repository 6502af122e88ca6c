// The access token: shared by all calls, renewed when it expires or the provider refuses it.

import Type from 'typebox';
import { withDeadline } from '../../core/http/deadline.ts';
import type { Transport } from '../../core/http/outgoing.ts';
import { shapeOf } from '../../core/http/shape.ts';
import { failure } from './failures.ts';
import type { ProviderFailure } from './port.ts';

const TokenReply = shapeOf(Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }));

export type TokenResult = { ok: true; token: string } | ProviderFailure;

export type TokenCache = {
  /** The cached token while it is valid, else null. */
  current(): string | null;
  /** A new token from the provider; concurrent callers share one request. */
  renew(): Promise<TokenResult>;
  /** Removes a token that the provider refused, unless another call has replaced it already. */
  discard(token: string): void;
};

/**
 * Cache of the token endpoint. A token is used until it expires: before that the provider returns the same one again, and a call that
 * is sent too late gets a 401 before any effect. Expiry is measured with the monotonic clock, not in business time.
 */
export function createTokenCache(options: {
  transport: Transport;
  tokenUrl: string;
  apiKey: string;
  timeoutMs: number;
}): TokenCache {
  let held: { token: string; expiresAt: number } | null = null;
  let renewal: Promise<TokenResult> | null = null;

  async function request(): Promise<TokenResult> {
    const outcome = await withDeadline(options.timeoutMs, (deadline) =>
      options.transport.exchange({
        method: 'POST',
        url: new URL(options.tokenUrl),
        headers: {
          authorization: `Basic ${options.apiKey}`,
          accept: 'application/json;charset=UTF-8',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        deadline,
      }),
    );
    const result = readToken(outcome);
    if (!result.ok) return result;
    held = { token: result.token, expiresAt: performance.now() + result.lifetimeMs };
    return result;
  }

  return {
    current: () => (held && performance.now() < held.expiresAt ? held.token : null),
    renew() {
      renewal ??= request().finally(() => {
        renewal = null;
      });
      return renewal;
    },
    discard(token) {
      if (held?.token === token) held = null;
    },
  };
}

function readToken(
  outcome: Awaited<ReturnType<Transport['exchange']>>,
): { ok: true; token: string; lifetimeMs: number } | ProviderFailure {
  if (!outcome.reply) return failure('unavailable', `token endpoint: ${outcome.cause}`);
  const { status, body } = outcome.reply;
  if (status === 400 || status === 401 || status === 403) return failure('unauthorized', `token endpoint answered ${status}`);
  if (status < 200 || status > 299) return failure('unavailable', `token endpoint answered ${status}`);
  try {
    const reply: unknown = JSON.parse(body);
    if (TokenReply.Check(reply)) return { ok: true, token: reply.access_token, lifetimeMs: reply.expires_in * 1000 };
  } catch {
    // Not JSON: the failure below does not quote the reply, which may contain a token.
  }
  return failure('unavailable', 'token endpoint answered something else than a token');
}
