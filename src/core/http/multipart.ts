// Takes the files of a multipart request into memory, within the limits of its route.

import type { Buffer } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { AppError, PAYLOAD_TOO_LARGE, VALIDATION_FAILED } from '../errors.ts';

/** A file as the client sent it; name and type are its word only. */
export type SentFile = { name: string; declaredType: string; bytes: Buffer };

const MOST_NAME_LENGTH = 200;

/** What a client calls its file, without folders and control characters: safe to keep and to show; `plain` where nothing is left. */
export function shownFileName(name: string, plain: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const shown = last.replace(/\p{Cc}|\p{Cs}/gu, '').trim();
  return shown === '' ? plain : shown.slice(-MOST_NAME_LENGTH);
}

/**
 * Files of one field, in the order sent; other fields are read and dropped. The whole request is read before anything is
 * refused, so that the client hears the answer. Errors: `validation-failed` (more than `most` files, or no valid multipart
 * body), `payload-too-large` (a file above `bytesEach`).
 */
export async function readFiles(
  request: FastifyRequest,
  limits: { field: string; most: number; bytesEach: number },
): Promise<SentFile[]> {
  const files: SentFile[] = [];
  try {
    for await (const part of request.files({ limits: { files: limits.most, fileSize: limits.bytesEach } })) {
      // Too large: the library says so again once the request is read to its end.
      const bytes = await part.toBuffer().catch(() => undefined);
      if (bytes && part.fieldname === limits.field) files.push({ name: part.filename, declaredType: part.mimetype, bytes });
    }
  } catch (error) {
    throw refusalOf(error, limits);
  }
  return files;
}

function refusalOf(error: unknown, limits: { field: string; most: number }): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(PAYLOAD_TOO_LARGE, { detail: 'A file is too large.', cause: error });
  const reason = code === 'FST_FILES_LIMIT' ? `takes at most ${limits.most} files` : 'is not a valid multipart body';
  return new AppError(VALIDATION_FAILED, { faults: [{ path: `body/${limits.field}`, reason }], cause: error });
}
