// What a refused request throws: the problem that the service answered, with its code as a type.

import type { ErrorCode, Problem, SessionCode } from './generated/types.gen.ts';

/** Codes of every refusal: of the routes, and of the session layer under /api/auth. */
export type Code = ErrorCode | SessionCode;

/**
 * An answer that is no success. `code` is undefined, and `detail` the start of the body, where something else answered in place of
 * Mortar, such as a proxy. A request that got no answer at all throws what `fetch` throws, usually a TypeError.
 */
export class MortarError<C extends Code | undefined = Code | undefined> extends Error {
  override readonly name = 'MortarError';
  readonly status: number;
  readonly code: C;
  readonly detail: string;
  /** Id of the request in the service's log; undefined where the answer has none. */
  readonly requestId: string | undefined;
  /** Faults by field, of a request that was not valid. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Seconds to wait before asking again, where the answer says so. */
  readonly retryAfter: number | undefined;
  /** The payment that was ordered and has no outcome yet: it goes on, and may still succeed. Undefined where nothing is under way. */
  readonly openPaymentId: string | undefined;
  /** What was asked for, and what there is of it, in cents: where money is wanting. */
  readonly shortfall: Problem['shortfall'];

  /** @param body the parsed JSON of the answer, or its text */
  constructor(body: unknown, answer: { status: number; headers: Headers }) {
    const { code, detail, message, requestId, errors, outcome, paymentId, shortfall } = fieldsOf(body);
    const text = detail ?? message ?? (typeof body === 'string' ? body.slice(0, 200) : '');
    super(`${answer.status} ${code ?? 'without a code'}: ${text}`);
    this.status = answer.status;
    // Border: the service answers only codes of its description, and the caller narrows with `isRefusal`.
    this.code = code as C;
    this.detail = text;
    this.requestId = requestId;
    this.errors = errors ?? [];
    this.openPaymentId = outcome === 'not-known-yet' ? paymentId : undefined;
    this.shortfall = shortfall;
    this.retryAfter = secondsToWait(answer.headers);
  }
}

/**
 * Tells a refusal from other errors, and which: `isRefusal(error, 'customer.transaction.not-found')`. Without codes any refusal is
 * meant. The codes of one operation are the type `PurchaseDealError['code']`.
 */
export function isRefusal<C extends Code = Code>(error: unknown, ...codes: readonly C[]): error is MortarError<C> {
  return error instanceof MortarError && error.code !== undefined && (codes.length === 0 || codes.includes(error.code as C));
}

/** Seconds of a Retry-After header, given in seconds or as a date. */
export function secondsToWait(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function fieldsOf(body: unknown): Partial<Problem> & { message?: string } {
  // Border: a problem of the service, or an error of its session layer with `code` and `message`.
  return typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {};
}
