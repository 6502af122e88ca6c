// Names of the cached entries: who reads through the cache and who makes an entry stale must spell the same one.

/** What the public page of a property shows and no purchase changes. */
export function propertyCacheKey(propertyId: string): string {
  return `property:${propertyId}`;
}
