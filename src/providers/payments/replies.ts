// Evaluates replies: first an error in the body, then the status, then the shape. An unreadable reply leaves the outcome unknown.

import type { Outcome } from '../../core/http/outgoing.ts';
import { faultsOf, parseJson, type Shape } from '../../core/http/shape.ts';
import { failure, kindOfCode } from './failures.ts';
import type { FailureKind, ProviderResult } from './port.ts';

export type CallHead = {
  operation: string;
  service?: 'directkit' | 'onboarding';
  method: 'GET' | 'POST' | 'PUT';
  /** Path below the base URL, already encoded. */
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Overrides the client's timeout. */
  timeoutMs?: number;
  /** What the call asks for ends by itself: a 410 says that it has, and not that the call is retired. */
  asksForWhatEnds?: true;
};

/** One call: the reply is validated against `shape` before `read` converts it. */
export type WireCall<Reply, T> = CallHead & { shape: Shape<Reply>; read: (reply: Reply) => T };

/** The part of a logger that the adapter uses. */
export type ProviderLog = { warn(fields: Record<string, unknown>, message: string): void };

/** Gone, and method not allowed: the provider does not offer the call any more, and no second attempt will change that. */
const RETIRED: readonly number[] = [405, 410];

/** The result of a call for the port. */
export function readOutcome<Reply, T>(
  call: WireCall<Reply, T>,
  outcome: Outcome,
  log: ProviderLog | undefined,
): ProviderResult<T> {
  const name = call.operation;
  if (!outcome.reply) return failure('unavailable', `${name}: ${outcome.cause}`);
  const { status, body } = outcome.reply;
  const json = parseJson(body);
  const error = errorIn(json);
  if (status === 410 && call.asksForWhatEnds) return failure('not-found', `${name}: the provider answered 410`, error?.code);
  if (RETIRED.includes(status)) return failure('retired', `${name}: the provider answered ${status}`, error?.code);
  // A 5xx does not prove that nothing happened, even with an error in its body.
  if (status >= 500) return failure('unavailable', `${name}: the provider answered ${status}`, error?.code);
  if (error?.code !== undefined) return failure(kindOfCode(error.code), `${name}: ${error.message}`, error.code);
  if (status < 200 || status > 299)
    return failure(kindOfStatus(call, status), `${name}: the provider answered ${status}${reasonIn(json)}`);
  if (error) return failure('unavailable', `${name}: ${error.message}`);
  if (call.shape.Check(json)) return { ok: true, value: call.read(json) };
  log?.warn({ operation: name, faults: faultsOf(call.shape, json) }, 'provider reply has an unexpected shape');
  return failure('unavailable', `${name}: the provider's reply has an unexpected shape`);
}

/**
 * The error in a reply of any HTTP status; null when there is none. An error without a code does not come from the provider but from an
 * intermediary, so it proves nothing.
 */
function errorIn(json: unknown): { code?: number; message: string } | null {
  if (typeof json !== 'object' || json === null || !('error' in json) || json.error === null) return null;
  const { error } = json;
  if (typeof error !== 'object' || error === null) return { message: 'refused' };
  const message = 'message' in error && typeof error.message === 'string' ? error.message : 'refused';
  const code = 'code' in error ? Number(error.code) : Number.NaN;
  return Number.isInteger(code) ? { code, message } : { message };
}

/** What a refusal of the onboarding service says in words; its errors have no codes. */
function reasonIn(json: unknown): string {
  const said = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  const reason = said.find(([field, text]) => ['message', 'detail', 'error'].includes(field) && typeof text === 'string')?.[1];
  return reason === undefined ? '' : `: ${reason}`;
}

/** A 404 of DirectKit without an error code means a wrong URL, and must not be read as "no such movement". */
function kindOfStatus(call: CallHead, status: number): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 400 || status === 422) return 'rejected';
  if (call.service === 'onboarding' && status === 404) return 'not-found';
  if (call.service === 'onboarding' && status === 409) return 'conflict';
  return 'unavailable';
}
