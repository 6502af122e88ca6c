// From the start of the process to its first answer: the built `main.js api` beside a bare Fastify that connects to the same database.

import { fileURLToPath } from 'node:url';
import type { Figure } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';

const BARE = fileURLToPath(new URL('../bare-fastify.ts', import.meta.url));
const BAR = { atMost: 3, stretch: 2 };

/** The row; milliseconds. */
export async function startRow({ system, progress }: Stage): Promise<Figure[]> {
  const answered = async (start: () => Promise<{ url: string; stop(): Promise<void> }>) => {
    const began = performance.now();
    const process = await start();
    const answer = await fetch(`${process.url}/health/live`);
    const tookMs = performance.now() - began;
    if (!answer.ok) throw new Error(`/health/live answered ${answer.status}`);
    await process.stop();
    return tookMs;
  };
  const { ours, theirs, ratio, spread } = await sideBySide(
    () => answered(() => system.start('api')),
    () => answered(() => system.startScript(BARE)),
    progress,
  );
  const beside = `${theirs.toFixed(0)} ms bare Fastify and connection`;
  return [{ row: 'start to first answer', ours: `${ours.toFixed(0)} ms`, beside, value: ratio, spread, bar: BAR }];
}
