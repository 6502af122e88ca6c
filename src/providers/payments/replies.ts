// Evaluates replies: first an error in the body, then the status, then the shape. An unreadable reply leaves the outcome unknown.

import { faultsOf, parseJson, type Shape } from '../../core/http/external-json.ts';
import type { Outcome } from '../../core/http/outgoing.ts';
import type { FailureKind, ProviderFailure, ProviderResult } from './port.ts';

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
  /** Of a reply that grows with the life of an account. */
  largestReplyBytes?: number;
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

const KINDS: Record<FailureKind, readonly number[]> = {
  unavailable: [1, 179, 180, 181, 182, 183, 184, 185, 189, 191, 288, 297],
  'insufficient-balance': [110],
  'account-not-verified': [111],
  unauthorized: [120],
  'not-found': [143, 147],
  conflict: [152, 204],
  'account-blocked': [167],
  'receiver-blocked': [168],
  'receiver-closed': [146],
  retired: [],
  rejected: [100, 101, 109, 138, 151, 186, 188, 215, 220, 221, 234, 235],
};

const KIND_OF_CODE = new Map<number, FailureKind>(
  // Border: Object.entries widens the keys of the record to string.
  (Object.entries(KINDS) as [FailureKind, readonly number[]][]).flatMap(([kind, codes]) =>
    codes.map((code) => [code, kind] as const),
  ),
);

/** The account id exists already: the conflict that `openAccount` handles. */
export const ACCOUNT_EXISTS = 152;
/** The file is too small, too big or of an unsupported format: the user can upload another one. */
export const FILE_REFUSED = 235;

/** Kind of a provider code; an unlisted code is a refusal. All kinds but `unavailable` are final. */
export function kindOfCode(code: number): FailureKind {
  return KIND_OF_CODE.get(code) ?? 'rejected';
}

const IBAN = /\b[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?)\b/gi;

/** Masks IBANs, with or without spaces, except for their first and last four characters. */
export function maskIbans(text: string): string {
  return text.replace(IBAN, (iban) => `${iban.slice(0, 4)}…${iban.slice(-4)}`);
}

/** Failure whose message is safe to log. */
export function failure(kind: FailureKind, message: string, code?: number): ProviderFailure {
  const safe = maskIbans(message).slice(0, 300);
  return code === undefined ? { ok: false, kind, message: safe } : { ok: false, kind, code, message: safe };
}
