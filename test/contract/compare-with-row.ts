// Compares an answer with the row of its verb in src/states.ts.

import assert from 'node:assert/strict';
import type { Answer } from '../support/client.ts';

/** A refused cell has its code; an allowed one any answer that is not one of its row's codes. */
export function compareWithRow(
  row: Readonly<Record<string, string | null>>,
  state: string,
  { status, body, text }: Answer,
): void {
  const answered = (body as { code?: string } | undefined)?.code;
  const expected = row[state];
  if (expected) assert.deepEqual([answered, status >= 400], [expected, true], text);
  else assert.ok(answered === undefined || !Object.values(row).includes(answered), `${status} ${text}`);
}
