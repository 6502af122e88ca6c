// Name of the cached presentation of a project owner: the reader and everyone who makes it stale use the same key.

/** A presentation changes independently of the pages that show it, so it is cached under a key of its own. */
export function ownerPresentationCacheKey(presentationId: string): string {
  return `project-owner-presentation:${presentationId}`;
}
