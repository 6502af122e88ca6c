// How a UUID is written. Pure, unlike ids.ts, which makes new ones.

/** The text of a UUID of any version, in whatever case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** JSON Schema pattern of a UUID v4 in lower case. */
export const UUID_V4 = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

/** JSON Schema pattern of a UUID v7 in lower case. */
export const UUID_V7 = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
