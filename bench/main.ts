// `npm run bench`: measures the hot paths beside what the database or a bare server can do, prints a table, keeps a file.
// `npm run bench -- purchase start` measures those rows alone.

import path from 'node:path';
import { mailCodes } from './codes.ts';
import { openHouse } from './house.ts';
import { settlePeople } from './people.ts';
import { hasPgbench } from './pgbench.ts';
import { type Figure, tableOf, writeResult } from './report.ts';
import { CLIENTS } from './request-row.ts';
import { mfaRow } from './rows/mfa.ts';
import { purchaseRow } from './rows/purchase.ts';
import { startRow } from './rows/start.ts';
import { webhookRow } from './rows/webhook.ts';
import { withdrawalRow } from './rows/withdrawal.ts';
import { ROUNDS } from './side-by-side.ts';
import type { Stage } from './stage.ts';

type Row = (stage: Stage) => Promise<Figure[]>;

/** Rows that need mailed codes. */
const WITH_CODES = ['withdrawal', 'mfa'];

const ROWS: Readonly<Record<string, Row>> = {
  purchase: purchaseRow,
  withdrawal: withdrawalRow,
  mfa: mfaRow,
  webhook: webhookRow,
  start: startRow,
};
const RESULTS = path.join(import.meta.dirname, 'results');

async function bench(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in ROWS));
  if (unknown.length > 0) throw new Error(`no row is named ${unknown.join(', ')}; there are: ${Object.keys(ROWS).join(', ')}`);
  const chosen = Object.entries(ROWS).filter(([name]) => names.length === 0 || names.includes(name));
  const began = performance.now();
  const progress = (line: string) => console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  const house = await openHouse(progress);
  const stop = () => void house.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const figures: Figure[] = [];
  try {
    progress('settling investors');
    await settlePeople(house);
    const needsCodes = chosen.some(([name]) => WITH_CODES.includes(name));
    if (needsCodes) progress('mailing codes');
    const codes = needsCodes ? await mailCodes(house) : [];
    for (const [name, row] of chosen) {
      progress(`${name}:`);
      figures.push(...(await row({ house, codes, progress: (line) => progress(`  ${line}`) })));
    }
  } finally {
    await house.close();
  }
  console.log(`\n${tableOf(figures)}\n`);
  const context = { rounds: ROUNDS, clients: CLIENTS, pgbench: await hasPgbench(), rows: chosen.map(([name]) => name) };
  const name = names.length === 0 ? new Date().toISOString().slice(0, 16).replaceAll(':', '') : 'partial';
  console.log(
    `${((performance.now() - began) / 1000).toFixed(0)} s. Kept in ${path.relative('.', writeResult(RESULTS, name, figures, context))}`,
  );
}

try {
  await bench(process.argv.slice(2));
} catch (error) {
  console.error(`The benchmarks did not run: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
