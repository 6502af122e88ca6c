// What tests ask of every list of the administration: its pages, its filters, its period, and whom it refuses.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Person, signUp } from './actors.ts';
import { expectCode, expectStatus, type World } from './world.ts';

type Listed = { id: string };
type Page<Item> = { items: Item[]; nextCursor: string | null };

/** One page. */
export async function pageOf<Item = Listed>(by: Person, url: string, query = ''): Promise<Page<Item>> {
  return expectStatus(await by.client.get<Page<Item>>(`${url}${query}`), 200).body;
}

/** The same list with two items a page has the same items in the same order, each once; `keyOf` names an item. */
export async function assertPages<Item>(by: Person, url: string, keyOf: (item: Item) => string): Promise<void> {
  const whole = (await pageOf<Item>(by, url)).items.map(keyOf);
  const more = url.includes('?') ? '&' : '?';
  assert.ok(whole.length > 2, `${url} has ${whole.length} items: one page shows no cursor`);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Item> = await pageOf(by, url, `${more}limit=2${cursor && `&cursor=${cursor}`}`);
    assert.ok(page.items.length <= 2);
    seen.push(...page.items.map(keyOf));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, whole);
}

/** Each filter leaves exactly the items that fit, some and not all of them. */
export async function assertFilters<Item>(
  by: Person,
  url: string,
  filters: readonly (readonly [query: string, fits: (item: Item) => boolean])[],
): Promise<void> {
  const { items } = await pageOf<Item>(by, url);
  for (const [query, fits] of filters) {
    const fitting = items.filter(fits);
    assert.ok(fitting.length > 0 && fitting.length < items.length, `${query} leaves ${fitting.length} of ${items.length}`);
    assert.deepEqual((await pageOf<Item>(by, url, `?${query}`)).items, fitting, `${url}?${query}`);
  }
}

/** `from` is in the period, `to` is not; the list's newest item and its oldest differ in their moment. */
export async function assertPeriod<Item>(by: Person, url: string, momentOf: (item: Item) => string): Promise<void> {
  const { items } = await pageOf<Item>(by, url);
  const newest = Temporal.Instant.from(momentOf(items[0] ?? assert.fail('an empty list')));
  const isNewest = (item: Item) => Temporal.Instant.compare(momentOf(item), newest) >= 0;
  await assertFilters<Item>(by, url, [
    [`from=${newest}`, isNewest],
    [`to=${newest}`, (item) => !isNewest(item)],
  ]);
}

/** Declares the refusals that every list has; `wrong` are filters that no list could mean; `at` gives its address, where `url` only describes it. */
export function itRefuses(
  url: string,
  parts: { world: () => World; administrator: () => Person; wrong?: readonly string[]; at?: () => string },
): void {
  const { world, administrator, wrong = [], at = () => url } = parts;
  const bad = ['limit=0', 'limit=201', 'cursor=x', 'from=yesterday', 'to=2026-02-30', 'from=2026-01-02&to=2026-01-01', ...wrong];
  it(`GET ${url} with a limit, cursor, period or filter that it does not have -> 400 validation-failed`, async () => {
    for (const query of bad) expectCode(await administrator().client.get(`${at()}?${query}`), 400, 'validation-failed');
  });
  it(`GET ${url} without a session -> 401 unauthenticated`, async () =>
    expectCode(await world().visitor().get(at()), 401, 'unauthenticated'));
  it(`GET ${url} as an investor -> 403 forbidden`, async () =>
    expectCode(await (await signUp(world())).client.get(at()), 403, 'forbidden'));
}
