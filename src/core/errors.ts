// The one error that use cases throw. Its HTTP status is not here: it is decided by the table of the endpoint that answers.

/**
 * The request is not in the form that the route takes, or asks for something that cannot be.
 * @cause A part of path, query, headers or body is missing or wrong; `errors`, where present, names each one with its reason.
 * @remedy Correct the parts that `errors` or `detail` names, and send the request again.
 */
export const VALIDATION_FAILED = 'validation-failed';

/**
 * Nobody is signed in.
 * @cause The session cookie is missing, or its session ended; at `/metrics` the bearer token is missing or wrong.
 * @remedy Sign in and send the request with the session cookie, or with the token of the metrics.
 */
export const UNAUTHENTICATED = 'unauthenticated';

/**
 * The caller is known, and may not do this.
 * @cause The route is for another role or one named administrator, or the state of the account forbids it: no profile yet, or
 * an identity that is verified or being verified.
 * @remedy Use an account that may do it, or bring the account into the state that the route asks for.
 */
export const FORBIDDEN = 'forbidden';

/**
 * A page of another site may not act for a signed-in browser.
 * @cause The request carries the session cookie, and its `Origin` or `Sec-Fetch-Site` names a site that the settings do not
 * trust.
 * @remedy Call from a page of the platform, or have the operator add the site to `TRUSTED_ORIGINS`.
 */
export const FORBIDDEN_ORIGIN = 'forbidden-origin';

/**
 * There is nothing at this address, or no such record.
 * @cause No route has the path, or what it names is unknown, belongs to somebody else or lies outside the scope that was asked.
 * @remedy Check the path and the id; the list of such records shows the ids that exist.
 */
export const NOT_FOUND = 'not-found';

/**
 * The service could not do what was asked, through no fault of the request that it can name.
 * @cause The payment provider, the storage or another service failed or refused, or the program itself has a fault.
 * @remedy Send the request again, with the same `Idempotency-Key` if it had one; report the `requestId` if it stays so.
 */
export const INTERNAL_ERROR = 'internal-error';

// The documents' own code of a 500 in the tables of withdrawals and of document-status-changed.
/**
 * A withdrawal cannot be paid as two balances disagree; at the webhook of documents, the provider could not be asked.
 * @cause The balance in our books and that at the provider contradict each other, which freezes the account, or were changing;
 * or the provider did not answer.
 * @remedy Try the withdrawal again in a moment, and write to the support if it is refused again; the provider sends its
 * notification again.
 */
export const INTERNAL_SERVER_ERROR = 'InternalServerError';

/**
 * There is no such property, or it is not shown yet.
 * @cause The id is unknown; to the public, the property is a draft or waits for its display date, and no valid draft token came
 * along.
 * @remedy Check the id, or ask the team for a new preview link.
 */
export const PROPERTY_NOT_FOUND = 'property.not-found';

// The documents' other spelling of it: yearly update (404) and waves of automatic investment (400).
/**
 * A property that the request names does not exist.
 * @cause The id in the path is unknown, or the one in a row of the yearly update, which `errors` then names.
 * @remedy Correct the id and send the request again: nothing was written.
 */
export const UNKNOWN_PROPERTY = 'property-not-found';

// The documents' own code of a refused or unanswered transfer: 500 for fees, 400 for a wire that changes project
// (http.md#the-status-of-a-code).
/**
 * The transfer from wallet to wallet was not made, or its outcome is not known yet.
 * @cause The provider refused it or did not answer, or, for fees, the project has no wallet or has not collected the money.
 * @remedy Repair the reason and ask again: a transfer without an answer is looked up first and never made twice.
 */
export const P2P_FAILED_AT_PROVIDER = 'p2p-failed-at-provider';

/**
 * The request is larger than the route takes.
 * @cause The body, or one of its files, has more bytes than allowed: 1 MiB of JSON, 10 MiB a document, 5 MiB an image.
 * @remedy Send a smaller body or file.
 */
export const PAYLOAD_TOO_LARGE = 'payload-too-large';

/**
 * The route does not read a body of this type.
 * @cause `Content-Type` is missing, or is none that the route takes.
 * @remedy Send `application/json`, or `multipart/form-data` where the route takes a file.
 */
export const UNSUPPORTED_MEDIA_TYPE = 'unsupported-media-type';

/**
 * More requests came in a minute than are answered.
 * @cause The address or the account is over the general limit, or over a stricter one of this route.
 * @remedy Wait as many seconds as `Retry-After` says, then go on more slowly.
 */
export const TOO_MANY_REQUESTS = 'too-many-requests';

/**
 * The service cannot serve the request at this moment.
 * @cause It is overloaded, or the database or a provider that must be asked first does not answer.
 * @remedy Send the same request again after the seconds of `Retry-After`, with the same `Idempotency-Key` if it had one.
 */
export const TEMPORARILY_UNAVAILABLE = 'temporarily-unavailable';

/**
 * The `Idempotency-Key` belongs to another request.
 * @cause The same account sent the key to this address before, with another body.
 * @remedy Send the first body with this key, or take a new key for a new request.
 */
export const IDEMPOTENCY_KEY_REUSED = 'idempotency-key-reused';

/**
 * The first request with this `Idempotency-Key` is still being carried out.
 * @cause The request was repeated before its first sending was answered.
 * @remedy Wait a moment and send it again with the same key: it then gets the answer of the first.
 */
export const IDEMPOTENCY_KEY_IN_PROGRESS = 'idempotency-key-in-progress';

/**
 * Codes of one endpoint and the HTTP status each has there (the same code has other statuses elsewhere,
 * http.md#the-status-of-a-code).
 */
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
