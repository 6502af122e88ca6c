// What a head is the hash of, whether heads continue each other, and the copy of a day as it lies in the storage. Pure.

import { createHash } from 'node:crypto';

/** A sealed day; hashes as hexadecimal digits. `counts`: rows by table. */
export type Head = { day: string; previous: string; root: string; counts: Readonly<Record<string, number>>; head: string };

/** A row that a head stands for. */
export type Leaf = { table: string; id: string; leaf: string };

/** A part of the history that is not as it was sealed. */
export type Difference = { day: string; table: string; id: string; difference: 'changed' | 'removed' | 'added' };

/** The head before the first day. */
const NONE_BEFORE = '0'.repeat(64);

/** SHA-256 of the text of the head, as history_head_text of the database makes it. */
export function headOf({ previous, day, root, counts }: Omit<Head, 'head'>): string {
  // Compared as the database does: by code points, which is the order of bytes.
  const lines = Object.entries(counts)
    .map(([table, count]) => ({ table, count }))
    .sort((one, other) => (one.table < other.table ? -1 : 1))
    .map(({ table, count }) => `${table} ${count}`);
  return createHash('sha256')
    .update(['mortar history', previous, day, root, ...lines].join('\n'))
    .digest('hex');
}

/** Heads, by day, that are not the hash of what they say, or do not continue the day before. */
export function brokenHeads(heads: readonly Head[]): Difference[] {
  return heads.flatMap((head, index) => {
    const before = heads[index - 1];
    const follows = before === undefined || dayAfter(before.day) === head.day;
    if (!follows) return [aboutHead(dayAfter(before.day), 'removed')];
    const isWhole = head.head === headOf(head) && head.previous === (before?.head ?? NONE_BEFORE);
    return isWhole ? [] : [aboutHead(head.day, 'changed')];
  });
}

export function aboutHead(day: string, difference: Difference['difference']): Difference {
  return { day, table: 'history_head', id: day, difference };
}

export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

/** Key of the copy of a day in the storage. */
export function copyKey(day: string): string {
  return `private/history/${day}.txt`;
}

/** The copy: the head in its first line, then a line for each leaf in the order of the tree. */
export function toCopy(head: Head, leaves: readonly Leaf[]): string {
  return [JSON.stringify(head), ...leaves.map(({ table, id, leaf }) => `${table} ${id} ${leaf}`), ''].join('\n');
}

/** The copy as it was written; undefined for anything else. */
export function fromCopy(text: string): { head: string; leaves: Leaf[] } | undefined {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const [, head] = /"head":"([0-9a-f]{64})"\}$/.exec(first) ?? [];
  if (head === undefined) return undefined;
  const leaves = lines.map((line) => {
    const [table = '', id = '', leaf = ''] = line.split(' ');
    return { table, id, leaf };
  });
  return { head, leaves };
}

/** What differs between the leaves of a day in the database and those of its copy, in the order of the copy. */
export function differencesFromCopy(day: string, now: readonly Leaf[], copied: readonly Leaf[]): Difference[] {
  const keyOf = ({ table, id }: Leaf) => `${table} ${id}`;
  const present = new Map(now.map((leaf) => [keyOf(leaf), leaf.leaf]));
  const known = new Set(copied.map(keyOf));
  return [
    ...copied.flatMap((copy): Difference[] => {
      const leaf = present.get(keyOf(copy));
      if (leaf === copy.leaf) return [];
      return [{ day, table: copy.table, id: copy.id, difference: leaf === undefined ? 'removed' : 'changed' }];
    }),
    ...now.flatMap((leaf): Difference[] =>
      known.has(keyOf(leaf)) ? [] : [{ day, table: leaf.table, id: leaf.id, difference: 'added' }],
    ),
  ];
}
