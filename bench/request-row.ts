// Compares a route with pgbench running the route's SQL; used for purchase, withdrawal, code check and webhook.

import { type LoadRequest, runLoad } from './load.ts';
import { hasPgbench, runPgbench, scriptOf, type Varying } from './pgbench.ts';
import type { Figure } from './report.ts';
import { type Comparison, ROUNDS, sideBySide } from './side-by-side.ts';
import { captureStatements, type Statement } from './statements.ts';
import type { MeasuredSystem } from './system.ts';

/** Connections that carry requests, and connections of pgbench: the same on both sides. */
export const CLIENTS = 8;

const WARM_UP_ROUNDS = 3;

/** A path to measure. Every number is used once, by one side. */
export type Path = {
  /** Its own two hex digits. */
  kind: string;
  status: number;
  /** Requests of one round; a multiple of CLIENTS. */
  count: number;
  request: (n: number) => LoadRequest;
  /** What varies in the SQL of request `n`. */
  varying: (n: number, statements: readonly Statement[]) => Varying[];
  /** Before each round of either side, for example to put back what the last one used up. */
  prepare?: () => Promise<unknown>;
  /** Before the one request whose statements are looked at. */
  beforeCapture?: () => Promise<unknown>;
  /** Of the captured statements, those that pgbench runs too; all unless given. */
  select?: (statements: readonly Statement[]) => Statement[];
  /** How many a second of what each request lets others do, measured beside each round; its time is taken off ours. */
  others?: () => Promise<number>;
};

/** What came out, with the statements of one request. Without pgbench there is no comparison. */
export type PathResult = { statements: Statement[]; comparison: Comparison | undefined; perSecond: number };

/** Request 1 shows the SQL; then both sides take turns. */
export async function measurePath(
  system: MeasuredSystem,
  api: { url: string },
  path: Path,
  progress: (line: string) => void,
): Promise<PathResult> {
  const { kind, count, status, request } = path;
  const load = async (first: number, howMany: number, clients: number) =>
    (await runLoad({ url: api.url, clients, first, count: howMany, status, request })).perSecond;
  await path.prepare?.();
  // The first request of a process opens connections and fetches a token: it is not the one to look at.
  await load(0, 1, 1);
  await path.beforeCapture?.();
  const statements = await captureStatements(system, () => load(1, 1, 1));
  let used = CLIENTS;
  const take = () => {
    used += count;
    return used - count;
  };
  const ours = async () => {
    await path.prepare?.();
    const perSecond = await load(take(), count, CLIENTS);
    return path.others ? 1 / (1 / perSecond - 1 / (await path.others())) : perSecond;
  };
  // The service is measured as it runs for days, not as it runs in its first second.
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ours();
  if (!(await hasPgbench())) return { statements, comparison: undefined, perSecond: await ours() };
  const chosen = path.select?.(statements) ?? statements;
  const script = await scriptOf(system, chosen, { clients: CLIENTS, kind, varying: path.varying(1, statements) });
  const theirs = async () => {
    await path.prepare?.();
    return runPgbench(system, script, { clients: CLIENTS, first: take(), count });
  };
  const comparison = await sideBySide(ours, theirs, progress);
  return { statements, comparison, perSecond: comparison.ours };
}

/** How many numbers {@link measurePath} uses up. */
export function numbersOf(count: number): number {
  return CLIENTS + count * (WARM_UP_ROUNDS + 2 * (ROUNDS + 1) + 1);
}

/** The line of the table. */
export function figureOf(
  row: string,
  result: PathResult,
  bar: { atLeast: number; stretch: number },
  beside = 'pgbench of its SQL',
): Figure {
  const ours = `${result.perSecond.toFixed(0)}/s`;
  const { comparison } = result;
  if (comparison === undefined)
    return { row, ours, beside: '-', bar, notes: ['pgbench is not on this machine (Debian: apt-get install postgresql)'] };
  const { theirs, ratio, spread } = comparison;
  return { row, ours, beside: `${theirs.toFixed(0)}/s ${beside}`, value: ratio, spread, bar };
}
