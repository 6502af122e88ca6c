// Identifiers: UUID v4 everywhere, v7 where the documents ask for it.

import { randomUUID, randomUUIDv7 } from 'node:crypto';

/** New random UUID v4, lower case. */
export function newId(): string {
  return randomUUID();
}

/** New time-ordered UUID v7, lower case. */
export function newTimeOrderedId(): string {
  return randomUUIDv7();
}
