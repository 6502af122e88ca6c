// Reads the bodies of requests: JSON that can be stored and processed, and the parts of a multipart body within the limits of its route.

import type { Buffer } from 'node:buffer';
import type { Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED } from '../errors.ts';

/** PostgreSQL cannot store NUL in a text: refused here, as it would become a 500. */
const NUL_IN_JSON = '\\u0000';

/** An escaped lone surrogate: valid in JSON, not in PostgreSQL's jsonb. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** No body of ours is nested deeper than ten; much deeper nesting overflows the stack when the value is serialised again. */
const MAX_NESTED = 100;

/** Matches whole strings too, so that brackets inside them do not count. */
const BRACKETS = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g;

/** Registers the parser. An empty body is accepted, as clients send `content-type: application/json` on calls without a body. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.length === 0) done(null, undefined);
    else if (text.includes(NUL_IN_JSON)) done(refusedInput('body', 'must not contain the NUL character'), undefined);
    else if (isTooDeep(text)) done(refusedInput('body', `must not be nested deeper than ${MAX_NESTED}`), undefined);
    else void parse(request, text, /\\u[dD]/.test(text) ? refuseLoneSurrogates(done) : done);
  });
}

type Parsed = (error: Error | null, value?: unknown) => void;

function refuseLoneSurrogates(done: Parsed): Parsed {
  return (error, value) => {
    const isLone = error === null && LONE_SURROGATE.test(JSON.stringify(value));
    done(isLone ? refusedInput('body', 'must be well-formed Unicode') : error, value);
  };
}

function isTooDeep(text: string): boolean {
  if (text.length < 2 * MAX_NESTED) return false;
  let depth = 0;
  for (const [token] of text.matchAll(BRACKETS)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_NESTED) return true;
  }
  return false;
}

/** A refusal in the form of Fastify's validation errors: 400 with one fault for the whole `part`. */
export function refusedInput(part: string, message: string): Error {
  return Object.assign(new Error(message), {
    statusCode: 400,
    validation: [{ instancePath: '', message }],
    validationContext: part,
  });
}

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

const ACCEPTED: Readonly<Record<'json' | 'json-or-form' | 'form' | 'multipart', RegExp>> = {
  json: /^application\/json\s*(;|$)/i,
  'json-or-form': /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i,
  form: /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i,
  multipart: /^multipart\/form-data\s*;/i,
};

/** Refuses a body whose content type the route does not accept, before it is parsed. */
export function checkContentType(request: FastifyRequest): void {
  const sent = request.headers['content-type'];
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const { consumes, declared } = request.routeOptions.config;
  if (!declared) return;
  if (sent === undefined || !ACCEPTED[consumes ?? 'json'].test(sent))
    throw new AppError(UNSUPPORTED_MEDIA_TYPE, { detail: 'This route does not accept the content type.' });
}
