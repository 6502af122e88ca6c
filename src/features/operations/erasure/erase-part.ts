// Erases one part of what is kept of a person whose account is closed.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { erase, listFiles } from './queries.ts';
import { type ErasureStep, type Part, stepsOf } from './rules.ts';

export type PersonIds = { customerId: CustomerId; userId: string };

/** Returns the keys of the files that no row refers to any more: delete them once the transaction has committed. */
export async function erasePart(tx: Tx, part: Part, person: PersonIds): Promise<string[]> {
  const files: string[] = [];
  for (const step of stepsOf(part)) {
    const id = idOf(step, person);
    if (step.hasFiles) files.push(...(await listFiles(tx, step, id)));
    await erase(tx, step, id);
  }
  return files;
}

export function idOf({ of }: ErasureStep, { customerId, userId }: PersonIds): string {
  return of === 'customer' ? customerId : userId;
}
