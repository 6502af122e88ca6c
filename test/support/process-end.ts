// What the test files of one process share until its end: `scripts/test-worker.ts` closes it after the last of them.

const ends: (() => Promise<void>)[] = [];

/** For what costs more to start than most files' tests. */
export function atEndOfProcess(end: () => Promise<void>): void {
  ends.push(end);
}

export async function endProcess(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
