// Arrays that are answered part by part, read to their end by the Link header.

import assert from 'node:assert/strict';
import type { Person } from './actors.ts';
import type { Answer } from './client.ts';
import { expectStatus } from './world.ts';

const NEXT = /^<([^>]+)>; rel="next"$/;

/** The parts of a list (the history of payments has its array in a field), asked for `limit` items at a time, or as many as there may be. */
export async function partsOf<Item>(by: Person, url: string, limit?: number): Promise<Item[][]> {
  const parts: Item[][] = [];
  const first = limit === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}limit=${limit}`;
  for (let next: string | undefined = first; next !== undefined; ) {
    const answer: Answer<Item[] | { paymentToBeAssigned: Item[] }> = expectStatus(await by.client.get(next), 200);
    parts.push(Array.isArray(answer.body) ? answer.body : answer.body.paymentToBeAssigned);
    const link: string | null = answer.headers.get('link');
    next = link === null ? undefined : (NEXT.exec(link)?.[1] ?? assert.fail(`no next in ${link}`));
  }
  return parts;
}

/** Read two items at a time, the list has the same items in the same order, each once. */
export async function assertParts<Item>(by: Person, url: string): Promise<void> {
  const whole = (await partsOf<Item>(by, url)).flat();
  assert.ok(whole.length > 2, `${url} has ${whole.length} items: one part shows no link`);
  const parts = await partsOf<Item>(by, url, 2);
  assert.ok(parts.every((part) => part.length > 0 && part.length <= 2));
  assert.deepEqual(parts.flat(), whole);
}
