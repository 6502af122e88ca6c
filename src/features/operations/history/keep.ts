// Keeps the head of a sealed day where who can write the database cannot write: a file in the storage, a stamp of an authority.

import { Buffer } from 'node:buffer';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { findStamp, insertStamp, listHeads, listLeaves } from './queries.ts';
import { copyKey, fromCopy, toCopy } from './rules.ts';

type StoreDeps = Pick<AppDeps, 'db' | 'storage' | 'chat'>;

/** Copies a day to the storage, once: a copy that says something else is evidence, so it stays, and the team is told. */
export async function storeHistory({ db, storage, chat }: StoreDeps, day: string): Promise<{ key: string; isKept: boolean }> {
  const [head] = await listHeads(db, { from: day, to: day });
  if (!head) throw new Error(`there is no head of ${day}`);
  const key = copyKey(day);
  const known = await storage.get(key);
  if (known === null) {
    await storage.put(key, Buffer.from(toCopy(head, await listLeaves(db, day))), 'text/plain; charset=utf-8');
    return { key, isKept: false };
  }
  if (fromCopy(Buffer.from(known.bytes).toString())?.head !== head.head)
    await chat.post(
      'internal-alerts',
      `Historique scellé : la copie du ${day} existe déjà et diffère de la base. Voir docs/guides/sealed-history.md.`,
    );
  return { key, isKept: true };
}

type StampDeps = Pick<AppDeps, 'db' | 'timestamps'>;

/** Has the head of a day stamped, once; while the authority is silent it throws, and the job asks again. */
export async function stampHistory({ db, timestamps }: StampDeps, day: string): Promise<{ stampedAt: string | null }> {
  const [head] = await listHeads(db, { from: day, to: day });
  if (!head) throw new Error(`there is no head of ${day}`);
  const known = await findStamp(db, day);
  if (known?.day === day) return { stampedAt: known.stampedAt.toString() };
  // The setting was taken away meanwhile.
  if (timestamps === undefined) return { stampedAt: null };
  const { response, at } = await timestamps.stamp(Buffer.from(head.head, 'hex'));
  await inTransaction(db, (tx) => insertStamp(tx, { day, response, at }));
  return { stampedAt: at.toString() };
}
