// Work on many items, a few at a time.

/** Results in the order of `items`; at most `atOnce` of them are worked on at the same time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const hand = async () => {
    // All hands take from the same queue.
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  return results;
}
