// A signal to npm ends npm and the shell in between, but does not reach this process: without this check everything would keep running.
import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/** Calls `action` once when npm, which started this process, is gone. Does nothing when npm did not start it. */
export function onNpmGone(action: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    action();
  }, POLL_MS);
  timer.unref();
}

/** Parent (the shell) and, where the system shows it, its parent (npm). */
function ancestors(): string {
  try {
    // The name in parentheses may hold anything; the fields after it are state and parent.
    const afterName = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return `${process.ppid} ${afterName.split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
