// Identifiers: UUID v4 everywhere, v7 where the documents ask for it.

import { randomUUID, randomUUIDv7 } from 'node:crypto';

declare const BRAND: unique symbol;

/** A `Base` that only types distinguish from others: `Brand<string, 'A'>` goes where a string is wanted, and no string goes where it is. */
export type Brand<Base, Name extends string> = Base & { readonly [BRAND]: Name };

/** New random UUID v4, lower case. `Id` says of which table, where its ids have their own type (db/tables.ts). */
export function newId<Id extends string = string>(): Id {
  // Border: an id is of the table whose row is about to get it.
  return randomUUID() as string as Id;
}

/** New time-ordered UUID v7, lower case. */
export function newTimeOrderedId(): string {
  return randomUUIDv7();
}
