// The one error that use cases throw. Its HTTP status is not here: it is decided by the table of the endpoint that answers.

export const VALIDATION_FAILED = 'validation-failed';
export const UNAUTHENTICATED = 'unauthenticated';
export const FORBIDDEN = 'forbidden';
/** A page of another site made a signed-in browser ask. Any route that changes something may answer it. */
export const FORBIDDEN_ORIGIN = 'forbidden-origin';
export const NOT_FOUND = 'not-found';
export const INTERNAL_ERROR = 'internal-error';
/** The documents' own code of a 500 in the tables of withdrawals and of document-status-changed. */
export const INTERNAL_SERVER_ERROR = 'InternalServerError';
/** The documents' own code of an unknown property, where several rooms answer it: properties, resale, referral rewards. */
export const PROPERTY_NOT_FOUND = 'property.not-found';
/** Their other spelling of it: yearly update (404) and waves of automatic investment (400). */
export const UNKNOWN_PROPERTY = 'property-not-found';
/** The documents' own code of a refused or unanswered transfer: 500 for fees, 400 for a wire that changes project (Q21). */
export const P2P_FAILED_AT_PROVIDER = 'p2p-failed-at-provider';
export const PAYLOAD_TOO_LARGE = 'payload-too-large';
export const UNSUPPORTED_MEDIA_TYPE = 'unsupported-media-type';
export const TOO_MANY_REQUESTS = 'too-many-requests';
/** Overload, or a database that is gone: ask again after Retry-After, with the same Idempotency-Key. Any route may answer it. */
export const TEMPORARILY_UNAVAILABLE = 'temporarily-unavailable';
export const IDEMPOTENCY_KEY_REUSED = 'idempotency-key-reused';
export const IDEMPOTENCY_KEY_IN_PROGRESS = 'idempotency-key-in-progress';

/** Codes of one endpoint and the HTTP status each has there (the same code has other statuses elsewhere, Q19-Q22). */
export type ErrorTable = Readonly<Record<string, number>>;

/** One invalid input field: a JSON-pointer-like path and a reason a person can read. */
export type FieldFault = { path: string; reason: string };

/**
 * A refusal with a code that the answering route declared. `detail` is a sentence for people; where the documents fix
 * the message it is exactly that. Never put secrets or provider payloads in it: it goes out.
 */
export class AppError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  readonly faults: readonly FieldFault[] | undefined;

  constructor(code: string, options: { detail?: string; faults?: readonly FieldFault[]; cause?: unknown } = {}) {
    super(options.detail ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail;
    this.faults = options.faults;
  }
}

/** True for an AppError that carries exactly this code. */
export function hasCode(error: unknown, code: string): error is AppError {
  return error instanceof AppError && error.code === code;
}
