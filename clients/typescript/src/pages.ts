// Goes through lists of `{ items, nextCursor }`, page by page or item by item.

/** What every list answers; `nextCursor` is null on the last page. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** The part of a list's query that names its page; `limit` is for who wants other pages than usual. */
export type PageQuery = { cursor?: string; limit?: number };

/**
 * All pages of a list, each asked for when the loop wants it: `pages((page) => mortar.listTransactions({ query: { limit: 200, ...page } }))`.
 */
export async function* pages<Item>(list: (page: PageQuery) => Promise<Page<Item>>): AsyncGenerator<Page<Item>, void, undefined> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await list(cursor === null ? {} : { cursor });
    yield page;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** All items of a list, over all of its pages. */
export async function* items<Item>(list: (page: PageQuery) => Promise<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages(list)) yield* page.items;
}
