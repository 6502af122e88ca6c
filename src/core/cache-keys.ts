// Names of the cached entries: who reads through the cache and who makes an entry stale must spell the same one.

/** What the public page of a property shows and no purchase changes. */
export function propertyCacheKey(propertyId: string): string {
  return `property:${propertyId}`;
}

/** How a project owner is presented, on whichever pages: it changes without them, so it has an entry of its own. */
export function ownerPresentationCacheKey(presentationId: string): string {
  return `project-owner-presentation:${presentationId}`;
}
