// One of the processes that run the test files: it takes the next file while there is one, and runs each as a suite of its own.
// Loading the program and warming it up costs more than most files' tests, so files share a process, one after the other.
import path from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { FILES_OF_A_PROCESS, takeFile } from './test-files.ts';

const CLOSED_WITHIN_MS = 15_000;

const folder = process.env.TEST_RUN_DIR ?? '';

for (let taken = 0; taken < FILES_OF_A_PROCESS; taken += 1) {
  const file = takeFile(folder);
  if (file === undefined) break;
  const { href } = pathToFileURL(path.resolve(file));
  // The tests and hooks that the module declares while it is imported belong to the suite.
  await suite(file, async () => {
    await import(href);
  });
}

// What a file left open would keep this process for ever; the run shows what is printed after the last file.
setTimeout(() => {
  console.error(`All files have ended, but something is still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}, CLOSED_WITHIN_MS).unref();
