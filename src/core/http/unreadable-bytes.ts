// Answers bytes that are no valid HTTP request, which never reach Fastify's handlers, with a problem document (A-core-14).

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { VALIDATION_FAILED } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Problem } from './problem.ts';

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
