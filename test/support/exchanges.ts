// Notes what the tests send and get, for the examples of the API description; only in a run that `npm run examples` starts.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request and its answer, a line of exchanges-*.jsonl in EXCHANGES_DIR; `sent` and `got` are parsed JSON, absent where there was none. */
export type Exchange = { method: string; path: string; sent: unknown; status: number; got: unknown };

/** Longer ones make no example. */
const LONGEST = 40_000;

export function noteExchange(exchange: Exchange): void {
  const folder = process.env.EXCHANGES_DIR;
  if (folder === undefined || exchange.status >= 500) return;
  const line = JSON.stringify(exchange);
  if (line.length <= LONGEST) appendFileSync(join(folder, `exchanges-${process.pid}.jsonl`), `${line}\n`);
}
