// Planted violations: where a tree below planted/ says that it breaks a rule, so that a test can ask for exactly that.

import type { Tree } from './engine.ts';
import type { Finding } from './findings.ts';

const MARK = /\/\/ planted(?:: (.+))?$/;

/**
 * Places marked `// planted` in `tree`, as `file:line` and the names behind the colon (once without names). A mark with
 * nothing before it on its line speaks of the next line.
 */
export function plantedPlaces(tree: Tree): string[] {
  const places: string[] = [];
  for (const file of tree.files) {
    for (const [index, line] of file.text.split('\n').entries()) {
      const mark = MARK.exec(line);
      if (mark === null) continue;
      const number = line.trimStart().startsWith('//') ? index + 2 : index + 1;
      for (const name of mark[1]?.split(' ') ?? ['']) places.push(`${file.path}:${number} ${name}`.trimEnd());
    }
  }
  return places.toSorted();
}

/** The same form of what was found; `named` adds the rule. */
export function foundPlaces(findings: readonly Finding[], named: boolean): string[] {
  const places = findings.map(({ file, line, rule }) => `${file}:${line}${named ? ` ${rule}` : ''}`);
  return [...new Set(places)].toSorted();
}
