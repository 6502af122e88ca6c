// Names of stored files: what they may look like, and what their first word means.

export type Visibility = 'public' | 'private';

const KEY = /^(?:public|private)(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,127}){1,8}$/;

/**
 * Visibility of a key: its first segment says it, so no call can contradict another.
 * Throws on a key that is not `public/…` or `private/…` with plain segments: nothing can climb out of its folder.
 */
export function visibilityOf(key: string): Visibility {
  if (!KEY.test(key)) throw new Error('storage: not a valid key');
  return key.startsWith('public/') ? 'public' : 'private';
}

/** How long whoever fetched a file may keep it: a public one for good, as no other bytes ever get its key; a private one not at all. */
export function cachingOf(key: string): string {
  return visibilityOf(key) === 'public' ? 'public, max-age=31536000, immutable' : 'no-store';
}
