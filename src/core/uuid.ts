// How a UUID is written. Pure, unlike ids.ts, which makes new ones.

/** The text of a UUID of any version, in whatever case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** JSON Schema pattern of a UUID v4. */
export const UUID_V4 = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

/** JSON Schema pattern of a UUID v7. */
export const UUID_V7 = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

/** True for one of these patterns: what has it is read in capitals too, and is small letters from there on. */
export function isPatternOfIds(pattern: string | undefined): boolean {
  return pattern === UUID_V4 || pattern === UUID_V7;
}
