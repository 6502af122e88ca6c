// Reads the parts of a multipart request into memory, within the limits of its route.

import type { Buffer } from 'node:buffer';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, PAYLOAD_TOO_LARGE, VALIDATION_FAILED } from '../errors.ts';

/** A file as the client sent it; name and declared type are not verified. */
export type SentFile = { name: string; declaredType: string; bytes: Buffer };

const MAX_NAME_LENGTH = 200;

/** The file name of the client without folders and control characters, safe to store and show; `plain` when nothing is left of it. */
export function shownFileName(name: string, plain: string): string {
  const last = name.replace(/^.*[/\\]/s, '');
  const shown = last.replace(/\p{Cc}|\p{Cs}/gu, '').trim();
  return shown === '' ? plain : shown.slice(-MAX_NAME_LENGTH);
}

type Limits = { files: number; fileSize: number };

const NUL = '\u0000';

/**
 * The parts in the order sent, without NUL, which PostgreSQL cannot store: it is removed from file names, and refused in fields and their
 * names once the last part is read.
 */
export async function* partsOf(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  let holdsNul = false;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') part.filename = part.filename.replaceAll(NUL, '');
    else holdsNul ||= part.fieldname.includes(NUL) || (typeof part.value === 'string' && part.value.includes(NUL));
    yield part;
  }
  if (holdsNul)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body', reason: 'must not contain the NUL character' }] });
}

/**
 * The files of one field in the order sent; other fields are dropped. The whole request is read before it is refused, so that the client
 * receives the answer. Errors: `validation-failed` (more than `most` files, or no valid multipart body), `payload-too-large` (a file above
 * `bytesEach`).
 */
export async function readFiles(
  request: FastifyRequest,
  limits: { field: string; most: number; bytesEach: number },
): Promise<SentFile[]> {
  const files: SentFile[] = [];
  try {
    for await (const part of partsOf(request, { files: limits.most, fileSize: limits.bytesEach })) {
      if (part.type === 'field') continue;
      // A file that is too large: the library throws again at the end of the request.
      const bytes = await part.toBuffer().catch(() => undefined);
      if (bytes && part.fieldname === limits.field) files.push({ name: part.filename, declaredType: part.mimetype, bytes });
    }
  } catch (error) {
    throw refusalOf(error, limits);
  }
  return files;
}

/** The error for a body that could not be read: `payload-too-large` or `validation-failed`. */
export function refusalOf(error: unknown, { field, most }: { field: string; most: number }): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(PAYLOAD_TOO_LARGE, { detail: 'A file is too large.', cause: error });
  const tooMany = most === 1 ? 'takes one file' : `takes at most ${most} files`;
  const reason = code === 'FST_FILES_LIMIT' ? tooMany : 'is not a valid multipart body';
  return new AppError(VALIDATION_FAILED, { faults: [{ path: `body/${field}`, reason }], cause: error });
}
