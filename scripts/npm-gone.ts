// A signal to npm ends npm and the shell between us, but does not reach us: whoever stops `npm start` that way must not leave
// everything running behind their back.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/** Calls `action` once when npm, which started this process, is gone. Does nothing when npm did not start it. */
export function onNpmGone(action: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    action();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Parent (the shell) and, where the system tells, its parent (npm). */
function ancestors(): string {
  try {
    // The name in parentheses may hold anything; the fields after it are state and parent.
    const afterName = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return `${process.ppid} ${afterName.split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
