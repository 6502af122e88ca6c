// Compares secrets in a time that does not say how much of them is right.

import { timingSafeEqual } from 'node:crypto';

/** True for the same text, whole; how long it takes tells of the length alone. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
