// The error that use cases throw, and the codes that any route may answer. The HTTP status of a code depends on the endpoint's error table.

import { type Cents, centsOf } from './cents.ts';

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
 * The session of an administrator has not shown a second factor.
 * @cause A password alone opens nothing where the account has a second factor, or where one is required and it has none yet.
 * @remedy Show it with `showOwnFactor`, or register one; `readOwnSecurity` says which of both.
 */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required';

/**
 * What moves money, and what changes administrators, needs a second factor that was shown shortly before.
 * @cause The session showed it more than ADMINISTRATOR_FACTOR_ASKED_AGAIN_SECONDS ago.
 * @remedy Show it again with `showOwnFactor`, then send the request again, with the same `Idempotency-Key`.
 */
export const STEP_UP_REQUIRED = 'step-up-required';

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
 * The codes of one endpoint with their HTTP status there; other endpoints may answer the same code with another status
 * (http.md#the-status-of-a-code).
 */
export type ErrorTable = Readonly<Record<string, number>>;

/** What was asked for, and what there is of it at most: with a refusal for want of money. */
export type Shortfall = { askedCents: Cents; availableCents: Cents };

/** One invalid input field: a path in the manner of JSON Pointer and a human-readable reason. */
export type FieldFault = { path: string; reason: string };

/**
 * A refusal with a code that the answering route declares. `detail` is a human-readable sentence, exactly that of the documents where
 * they prescribe it. It is sent to the client: never put secrets or provider payloads into it. `openPaymentId`: the payment that was
 * asked for has no outcome yet and goes on, so nothing was refused for good. `shortfall`: both amounts, where money is wanting.
 */
export class AppError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  readonly faults: readonly FieldFault[] | undefined;
  readonly openPaymentId: string | undefined;
  readonly shortfall: Shortfall | undefined;

  constructor(
    code: string,
    options: {
      detail?: string | undefined;
      faults?: readonly FieldFault[];
      openPaymentId?: string;
      shortfall?: Shortfall | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(options.detail ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail;
    this.faults = options.faults;
    this.openPaymentId = options.openPaymentId;
    this.shortfall = options.shortfall;
  }
}

/** The refusal of an amount that is more than there is; both in cents, `available` is 0 where more was promised than is there. */
export function notCovered(code: string, asked: number, available: number, detail?: string): AppError {
  return new AppError(code, {
    detail,
    shortfall: { askedCents: centsOf(asked), availableCents: centsOf(Math.max(0, available)) },
  });
}

/** True for an AppError with this code. */
export function hasCode(error: unknown, code: string): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** All invalid settings at once, one line each, without values of secrets. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
