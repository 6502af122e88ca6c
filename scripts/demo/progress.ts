// A progress bar on a terminal, a line per step elsewhere.

const WIDTH = 24;

/** Shows `steps` steps: `step` is called when one begins, `end` when the last one is over. */
export function createProgress(steps: number): { step(what: string): void; end(what: string): void } {
  const begun = performance.now();
  let done = 0;
  const show = (what: string) => {
    const filled = Math.round((done / steps) * WIDTH);
    const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    const line = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(done).padStart(2)}/${steps} ${seconds.padStart(6)}  ${what}`;
    // A line longer than the terminal would wrap, and the next one could not replace it.
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}`);
    else console.log(line);
  };
  return {
    step: (what) => {
      show(what);
      done += 1;
    },
    end: (what) => {
      done = steps;
      show(what);
      if (process.stdout.isTTY) process.stdout.write('\n');
    },
  };
}
