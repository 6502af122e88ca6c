// The door to files: documents, images and invoices, on disk or in an S3 bucket.

import type { Disk } from 'flydrive';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../core/errors.ts';
import { withinDeadline } from '../../core/http/deadline.ts';
import { openDisk, type StorageOptions } from './disk.ts';
import { cachingOf, visibilityOf } from './keys.ts';
import { isLinkValid, type LinkQuery, signLink } from './signed-links.ts';

export type { StorageOptions } from './disk.ts';
export { detectFileType, type FileKind, type FileType } from './file-types.ts';
export { cachingOf } from './keys.ts';
export type { LinkQuery } from './signed-links.ts';

/**
 * Files by key. A key is `public/…` or `private/…` (letters, digits, `.`, `_`, `-`, up to 8 segments below), and that first
 * segment is its visibility. Every method throws on another key: keys are made by us, never taken from a request unchecked.
 * A disk or bucket that fails, or does not answer in time, is `temporarily-unavailable` (A-core-12); what was asked may have been done.
 */
export type Storage = {
  /** Writes the file, in place of one of the same key (only ever a private one: public files are cached for good). */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The file, or null when there is none. On disk the type is that of the key's extension. */
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  /** Removes the file; none there is fine. */
  delete(key: string): Promise<void>;
  /** Lasting address of a `public/…` key. */
  publicUrl(key: string): string;
  /** Address of any key for `validSeconds`. */
  signedUrl(key: string, validSeconds: number): Promise<string>;
  /** Whether a link that reached us opens `key`: always for a public one, by its signature for a private one. */
  opens(key: string, query: LinkQuery): boolean;
};

/** Storage on disk or S3. The driver and its libraries are loaded at first use, so that starting stays quick. */
export function createStorage(options: StorageOptions): Storage {
  let opening: ReturnType<typeof openDisk> | undefined;
  const disk = () => {
    opening ??= openDisk(options);
    return opening;
  };
  const base = publicBaseOf(options);
  const asked = <T>(work: () => Promise<T>) => answered(work, options.driver === 's3' ? options.timeoutMs : undefined);

  return {
    async put(key, bytes, contentType) {
      const visibility = visibilityOf(key);
      const caching = { contentType, visibility, cacheControl: cachingOf(key) };
      await asked(async () => (await disk()).put(key, bytes, caching));
    },
    async get(key) {
      visibilityOf(key);
      return asked(async () => readFile(await disk(), key));
    },
    async delete(key) {
      visibilityOf(key);
      await asked(async () => (await disk()).delete(key));
    },
    publicUrl(key) {
      if (visibilityOf(key) !== 'public') throw new Error('storage: a private file has no public address');
      return `${base}/${key}`;
    },
    async signedUrl(key, validSeconds) {
      visibilityOf(key);
      if (options.driver === 'fs') return `${base}/${key}?${signLink(options.signingKey, key, validSeconds)}`;
      return (await disk()).getSignedUrl(key, { expiresIn: validSeconds });
    },
    opens(key, query) {
      if (visibilityOf(key) === 'public') return true;
      return options.driver === 'fs' && isLinkValid(options.signingKey, key, query);
    },
  };
}

function publicBaseOf(options: StorageOptions): string {
  const own = options.driver === 's3' && !options.publicUrl;
  if (!own) return (options.publicUrl ?? '').replace(/\/+$/, '');
  if (options.endpoint) return `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  return `https://${options.bucket}.s3.${options.region}.amazonaws.com`;
}

async function readFile(disk: Disk, key: string): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  try {
    const [bytes, { contentType }] = await Promise.all([disk.getBytes(key), disk.getMetaData(key)]);
    return { bytes, contentType: contentType ?? 'application/octet-stream' };
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/** What the storage answers within `timeoutMs`; the library's own limits end a silence, not an answer that drips. */
async function answered<T>(work: () => Promise<T>, timeoutMs: number | undefined): Promise<T> {
  try {
    if (timeoutMs === undefined) return await work();
    const done = work().then((value) => ({ value }));
    const answer = await withinDeadline(done, AbortSignal.timeout(timeoutMs));
    if (answer === null) throw new Error(`storage: no whole answer within ${timeoutMs} ms`);
    return answer.value;
  } catch (cause) {
    throw new AppError(TEMPORARILY_UNAVAILABLE, { cause, detail: 'The file storage does not answer.' });
  }
}

/** The library wraps the driver's own error as the cause of its own. */
function isAbsence(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && cause.code === 'ENOENT') || ['NoSuchKey', 'NotFound'].includes(cause.name);
}
