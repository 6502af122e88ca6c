// Writes every error answer: RFC 9457 problem+json with the code and the status that the route declares for it.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import {
  AppError,
  type FieldFault,
  FORBIDDEN,
  FORBIDDEN_ORIGIN,
  INTERNAL_ERROR,
  NOT_FOUND,
  PAYLOAD_TOO_LARGE,
  SECOND_FACTOR_REQUIRED,
  type Shortfall,
  STEP_UP_REQUIRED,
  TEMPORARILY_UNAVAILABLE,
  TOO_MANY_REQUESTS,
  UNAUTHENTICATED,
  UNSUPPORTED_MEDIA_TYPE,
  VALIDATION_FAILED,
} from '../errors.ts';
import { newId } from '../ids.ts';
import { redactUrl } from '../telemetry/redact.ts';
import { sentAsPage } from './refusal-page.ts';
import { fieldFaults } from './validation.ts';

/** Body of an error answer. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  requestId: string;
  errors?: readonly FieldFault[];
  shortfall?: Shortfall;
} & Partial<OpenOutcome>;

/** The payment goes on by itself and may still succeed: nothing was refused for good (http.md#an-outcome-that-is-not-known). */
type OpenOutcome = { outcome: 'not-known-yet'; paymentId: string };

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  413: 'Payload too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

type Refusal = {
  status: number;
  code: string;
  detail: string;
  faults?: readonly FieldFault[];
  openPaymentId?: string;
  shortfall?: Shortfall;
};

/** Codes that any route may answer, with their fixed status. */
export const ALWAYS: Readonly<Record<string, number>> = {
  [UNAUTHENTICATED]: 401,
  [FORBIDDEN_ORIGIN]: 403,
  [SECOND_FACTOR_REQUIRED]: 403,
  [STEP_UP_REQUIRED]: 403,
  [PAYLOAD_TOO_LARGE]: 413,
  [UNSUPPORTED_MEDIA_TYPE]: 415,
  [TOO_MANY_REQUESTS]: 429,
  [TEMPORARILY_UNAVAILABLE]: 503,
};

/** Sent with every 503: time for a queue to drain or a database to come back. */
const RETRY_AFTER_SECONDS = 5;

/** Fastify's error handler. Undeclared codes and unexpected errors become a logged 500, and fail the test run. */
export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error, request);
  request.refusal = { code: refusal.code, status: refusal.status };
  if (refusal.status === 503) {
    request.log.warn({ err: error, errorCode: refusal.code, url: redactUrl(request.url) }, 'request not served');
  } else if (refusal.status >= 500) {
    request.log.error({ err: error, errorCode: refusal.code, url: redactUrl(request.url) }, 'request failed');
  } else {
    request.log.info({ errorCode: refusal.code, status: refusal.status, url: redactUrl(request.url) }, 'request refused');
  }
  send(reply, request, refusal);
}

function toRefusal(error: FastifyError | AppError, request: FastifyRequest): Refusal {
  // Checked before the error tables, which may map any failure of a route.
  if (isDatabaseUnavailable(error)) return unavailable();
  if (error instanceof AppError) return fromTable(error, request);
  if (error.validation) {
    return {
      status: 400,
      code: VALIDATION_FAILED,
      detail: 'Some fields are missing or not valid.',
      faults: fieldFaults(error.validation, error.validationContext ?? 'body'),
    };
  }
  switch (error.statusCode) {
    case 400:
      return { status: 400, code: VALIDATION_FAILED, detail: error.message };
    case 413:
      return { status: 413, code: PAYLOAD_TOO_LARGE, detail: 'The request is larger than this route accepts.' };
    case 415:
      return { status: 415, code: UNSUPPORTED_MEDIA_TYPE, detail: 'This route does not accept the content type.' };
    default:
      return internal();
  }
}

function fromTable(error: AppError, request: FastifyRequest): Refusal {
  const { errors, schemaChecked, guard } = request.routeOptions.config;
  const status = errors?.[error.code] ?? ALWAYS[error.code];
  const faults = error.faults ? { faults: error.faults } : {};
  const open = error.openPaymentId === undefined ? {} : { openPaymentId: error.openPaymentId };
  const short = error.shortfall === undefined ? {} : { shortfall: error.shortfall };
  if (status !== undefined) return { status, code: error.code, detail: error.detail ?? error.code, ...faults, ...open, ...short };
  if (error.code === VALIDATION_FAILED && schemaChecked)
    return { status: 400, code: error.code, detail: error.detail ?? 'Some fields are not valid.', ...faults };
  if (error.code === FORBIDDEN && guard !== 'public')
    return { status: 403, code: error.code, detail: error.detail ?? 'Not allowed with this role.' };
  if (error.code === INTERNAL_ERROR) return internal();
  request.log.error({ errorCode: error.code }, 'the route does not declare this code');
  request.undeclaredCode = error.code;
  return internal();
}

/** Does not say whether anything happened: a payment that was opened is continued, and a retry with the same key finds it. */
function unavailable(): Refusal {
  const detail =
    'Too busy, or the database does not answer: ask again a little later, with the same Idempotency-Key if there was one.';
  return { status: 503, code: TEMPORARILY_UNAVAILABLE, detail };
}

function internal(): Refusal {
  return { status: 500, code: INTERNAL_ERROR, detail: 'Something went wrong on our side.' };
}

function send(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): void {
  reply.status(refusal.status);
  if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (request.routeOptions.config.emptyErrors?.includes(refusal.status)) {
    reply.send();
    return;
  }
  if (sentAsPage(refusal.status, request, reply)) return;
  const problem: Problem = {
    type: `/docs/errors#${refusal.code}`,
    title: TITLES[refusal.status] ?? 'Error',
    status: refusal.status,
    code: refusal.code,
    detail: refusal.detail,
    requestId: request.id,
    ...(refusal.faults ? { errors: refusal.faults } : {}),
    ...(refusal.shortfall ? { shortfall: refusal.shortfall } : {}),
    ...(refusal.openPaymentId === undefined ? {} : { outcome: 'not-known-yet', paymentId: refusal.openPaymentId }),
  };
  reply.header('content-type', 'application/problem+json; charset=utf-8').serializer(JSON.stringify).send(problem);
}

/** Answer for a path without a route. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  request.refusal = { code: NOT_FOUND, status: 404 };
  send(reply, request, { status: 404, code: NOT_FOUND, detail: 'No such route.' });
}

/** Answer for a path with invalid encoding or a parameter that is too long; no route and no hook runs for it. */
export function answerBadPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  send(reply, request, { status: 400, code: VALIDATION_FAILED, detail: 'The path is not valid.' });
}

const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Fastify's `clientErrorHandler`: the input is no HTTP, too long or incomplete. The connection is closed. */
export function answerBadBytes(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = (error.code && STATUSES[error.code]) || 400;
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const requestId = newId();
  const problem: Problem = {
    type: `/docs/errors#${VALIDATION_FAILED}`,
    title,
    status,
    code: VALIDATION_FAILED,
    detail: 'The request cannot be read.',
    requestId,
  };
  const body = JSON.stringify(problem);
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
