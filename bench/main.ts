// `npm run bench`: measures the hot paths beside what the database or a bare server can do, prints a table, keeps a file.
// `npm run bench -- purchase start` measures only those rows, `--baseline` keeps the figures as the ones to compare with;
// `npm run bench -- --world big` measures growth in a whole world instead (world/).

import path from 'node:path';
import { parseArgs } from 'node:util';
import { onNpmGone } from '../scripts/npm-gone.ts';
import { mailCodes } from './codes.ts';
import { settlePeople } from './people.ts';
import { hasPgbench } from './pgbench.ts';
import { type Figure, tableOf, writeResult } from './report.ts';
import { CLIENTS } from './request-row.ts';
import { couponRow } from './rows/coupon.ts';
import { drainRow } from './rows/drain.ts';
import { enumerationRow } from './rows/enumeration.ts';
import { floodRow } from './rows/flood.ts';
import { hotPropertyRow } from './rows/hot-property.ts';
import { jobsRow } from './rows/jobs.ts';
import { cursorRow, listingRow } from './rows/listing.ts';
import { mfaRow } from './rows/mfa.ts';
import { plansRow } from './rows/plans.ts';
import { publicationRow } from './rows/publication.ts';
import { purchaseRow } from './rows/purchase.ts';
import { scheduleRow } from './rows/schedule.ts';
import { startRow } from './rows/start.ts';
import { webhookRow } from './rows/webhook.ts';
import { withdrawalRow } from './rows/withdrawal.ts';
import { ROUNDS } from './side-by-side.ts';
import type { Stage } from './stage.ts';
import { startSystem } from './system.ts';
import { measureWorld } from './world/main.ts';
import { isWorld, WORLDS } from './world/plan.ts';

type Row = (stage: Stage) => Promise<Figure[]>;

/** Rows that need mailed codes. */
const WITH_CODES = ['withdrawal', 'mfa'];

const ROWS: Readonly<Record<string, Row>> = {
  // First: a worker would find the payments that other rows leave open.
  drain: drainRow,
  purchase: purchaseRow,
  withdrawal: withdrawalRow,
  mfa: mfaRow,
  webhook: webhookRow,
  listing: listingRow,
  cursor: cursorRow,
  schedule: scheduleRow,
  coupon: couponRow,
  jobs: jobsRow,
  start: startRow,
  enumeration: enumerationRow,
  flood: floodRow,
  hot: hotPropertyRow,
  plans: plansRow,
  publication: publicationRow,
};
const RESULTS = path.join(import.meta.dirname, 'results');

let close = async () => {};
let isStopping = false;

async function bench(names: readonly string[], isBaseline: boolean): Promise<void> {
  const unknown = names.filter((name) => !(name in ROWS));
  if (unknown.length > 0) throw new Error(`no row is named ${unknown.join(', ')}; there are: ${Object.keys(ROWS).join(', ')}`);
  const chosen = Object.keys(ROWS).filter((name) => names.length === 0 || names.includes(name));
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
  const figures = await measure(chosen, (line) => console.error(`${seconds().padStart(4)} s  ${line}`));
  console.log(`\n${tableOf(figures)}\n`);
  const context = { rounds: ROUNDS, clients: CLIENTS, pgbench: await hasPgbench(), rows: chosen };
  const name = isBaseline ? 'baseline' : new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const file = writeResult(RESULTS, name, figures, context);
  console.log(`${seconds()} s. Kept in ${path.relative(process.cwd(), file)}`);
}

async function benchWorld(world: string, home: string | undefined): Promise<void> {
  if (!isWorld(world)) throw new Error(`no world is named ${world}; there are: ${Object.keys(WORLDS).join(', ')}`);
  const began = performance.now();
  const table = await measureWorld(world, {
    ...(home === undefined ? {} : { home }),
    progress: (line) => console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`),
    onClosable: (closing) => {
      close = closing;
    },
  });
  console.log(`\n${table}\n`);
}

async function measure(chosen: readonly string[], progress: (line: string) => void): Promise<Figure[]> {
  const system = await startSystem(progress, (closing) => {
    close = closing;
  });
  try {
    progress('settling investors');
    await settlePeople(system);
    const needsCodes = chosen.some((name) => WITH_CODES.includes(name));
    if (needsCodes) progress('mailing codes');
    const codes = needsCodes ? await mailCodes(system) : [];
    const figures: Figure[] = [];
    for (const name of chosen) {
      progress(name);
      figures.push(...((await ROWS[name]?.({ system, codes, progress: (line) => progress(`  ${line}`) })) ?? []));
    }
    return figures;
  } finally {
    await system.close();
  }
}

function stop(): void {
  isStopping = true;
  void close().finally(() => process.exit(130));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
onNpmGone(stop);

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { baseline: { type: 'boolean', default: false }, world: { type: 'string' }, home: { type: 'string' } },
  });
  if (values.world === undefined) await bench(positionals, values.baseline);
  else await benchWorld(values.world, values.home);
} catch (error) {
  if (!isStopping) console.error(`The benchmarks did not run: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
