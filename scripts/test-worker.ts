// One of the processes that run the test files: it takes the next file while there is one, and runs each as its own suite.
// Loading the program and warming it up costs more than most files' tests, so files share a process, one after the other.
import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endProcess } from '../test/support/process-end.ts';
import { watchProviderCalls } from '../test/support/provider/watch.ts';
import { FILES_OF_A_PROCESS, takeFile } from './test-files.ts';

// node:test follows every promise and handle of the process, to find the suite that a test is declared in and the test that throws late.
// That doubles the processor time of a service under test, so only tests are followed, and the rest while a file declares its tests. An
// error that nobody handles fails the run all the same, without the name of its test.
const { createHook } = asyncHooks;
const following: AsyncHook[] = [];
const ofTestsAlone: AsyncHook[] = [];
asyncHooks.createHook = (callbacks) => {
  following.push(createHook(callbacks).enable());
  const filtered = createHook({
    init: (id, type, ...rest) => {
      if (type === 'Test') callbacks.init?.(id, type, ...rest);
    },
    trackPromises: false,
  });
  ofTestsAlone.push(filtered);
  return filtered;
};
const { after, suite } = await import('node:test');
asyncHooks.createHook = createHook;

const CLOSED_WITHIN_MS = 15_000;

const folder = process.env.TEST_RUN_DIR ?? '';
const providerCalls = watchProviderCalls();

for (let taken = 0; taken < FILES_OF_A_PROCESS; taken += 1) {
  const file = takeFile(folder);
  if (file === undefined) break;
  const { href } = pathToFileURL(path.resolve(file));
  // The tests and hooks that the module declares while it is imported belong to the suite.
  for (const hook of following) hook.enable();
  await suite(file, async () => {
    await import(href);
    for (const hook of following) hook.disable();
    // Node takes the promises off its list only when a hook is enabled.
    for (const hook of ofTestsAlone) hook.disable().enable();
    after(() => {
      // Node writes what it has compiled at the end of a process only, which those that tests kill never reach.
      flushCompileCache();
      providerCalls.assertNothingFound();
    });
  });
}

await endProcess();

// What a file left open would keep this process running; the run shows what is printed after the last file.
setTimeout(() => {
  console.error(`All files have ended, but something is still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}, CLOSED_WITHIN_MS).unref();
