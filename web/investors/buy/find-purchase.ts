// One purchase of who is signed in, however many they made since.

import { items, type Mortar, type PurchaseView } from '../../../clients/typescript/src/index.ts';

/** null for one that is none of theirs. */
export async function findPurchase(
  mortar: Mortar,
  id: string,
  options: { signal?: AbortSignal } = {},
): Promise<PurchaseView | null> {
  for await (const purchase of items<PurchaseView>((page) =>
    mortar.listPurchases({ query: { limit: 100, ...page }, ...options }),
  ))
    if (purchase.id === id) return purchase;
  return null;
}
