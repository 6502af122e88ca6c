// Keys of stored files: their format, and the visibility given by their first segment.

export type Visibility = 'public' | 'private';

const KEY = /^(?:public|private)(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,127}){1,8}$/;

/**
 * Visibility of a key, which its first segment determines. Throws for any key that is not `public/…` or `private/…` with plain segments,
 * so that no key can leave its folder.
 */
export function visibilityOf(key: string): Visibility {
  if (!KEY.test(key)) throw new Error('storage: not a valid key');
  return key.startsWith('public/') ? 'public' : 'private';
}

/** Cache-Control of a file: public files are immutable, as a key is never reused; private ones are not stored. */
export function cachingOf(key: string): string {
  return visibilityOf(key) === 'public' ? 'public, max-age=31536000, immutable' : 'no-store';
}
