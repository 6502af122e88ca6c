// Rule 6: "later" is a job row in the same transaction. No in-memory event bus, no timer that a restart forgets.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';

const ID = 'rule-6';

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const BUSES = ['EventEmitter', 'EventEmitterAsyncResource', 'EventTarget', 'BroadcastChannel', 'MessageChannel'];
const MODULES = ['events', 'timers', 'timers/promises', 'diagnostics_channel'];
const REMEDY =
  'Enqueue a job in the transaction of its cause (deps.jobs.enqueue(tx, job, data)); for a time limit use AbortSignal.timeout().';

/** Files outside the rooms that may hold a timer, each with its reason. Rooms of features/ and money/ never. */
export const TIMERS_ALLOWED: Readonly<Record<string, string>> = {
  'src/core/periodic-tasks.ts': 'signs of life and leases, which must end with the process; what they look for is rows',
  'src/core/concurrency/admission.ts':
    'notices that a statement is slow, while the request waits for it, and that no light requests come',
  'src/core/jobs/announcer.ts': 'waits a moment for more jobs to announce; the jobs themselves are rows, and a poll finds them',
  'src/core/db/driver/pipelined-reads.ts':
    'waits for the reads of the same turn of the event loop, whose requests wait for the answers',
  'src/core/http/outgoing.ts': 'ends a call to an external service, for which somebody waits',
  'src/core/concurrency/semaphore.ts': 'ends the wait of a request for its permit; the request itself ends with the process',
  'src/core/db/listen.ts':
    'waits before it listens again after a lost connection; what is notified is a row, and a poll finds it',
};

export const laterIsAJob: Rule = {
  id: ID,
  title: '"later" is a job row; no event bus, no timers',
  check: (tree: Tree) =>
    productFiles(tree)
      .filter((file) => !(file.path in TIMERS_ALLOWED))
      .flatMap(checkFile),
};

function checkFile(file: SourceFile): Finding[] {
  const found = file.imports
    .filter(({ target }) => MODULES.includes(target))
    .map(({ node, specifier }) => finding(file, node, ID, `imports ${specifier}`, REMEDY));
  const isRoom = file.path.startsWith('src/features/') || file.path.startsWith('src/money/');
  walk(file.ast, (node) => {
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText().replace(/^globalThis\./, '');
      if (TIMERS.includes(name) || name === 'process.nextTick')
        found.push(finding(file, node, ID, `${name} keeps work in memory`, REMEDY));
    }
    if (ts.isNewExpression(node) && BUSES.includes(node.expression.getText()))
      found.push(finding(file, node, ID, 'an event bus in memory', REMEDY));
    if (ts.isHeritageClause(node) && node.types.some((type) => BUSES.includes(type.expression.getText())))
      found.push(finding(file, node, ID, 'an event bus in memory', REMEDY));
    if (isRoom && ts.isVoidExpression(node) && ts.isCallExpression(node.expression)) {
      found.push(
        finding(
          file,
          node,
          ID,
          'starts work that nobody waits for',
          'Await it, or enqueue a job in the transaction of its cause.',
        ),
      );
    }
  });
  return found;
}
