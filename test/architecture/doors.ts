// Runs dependency-cruiser over a tree with the walls of .dependency-cruiser.cjs. By hand: node test/architecture/doors.ts

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { PROGRAM_FOLDERS, readTree } from './engine.ts';
import { type Finding, report } from './findings.ts';
import { knownPlaces } from './rule-1-known-places.ts';
import { configuration, REPOSITORY, walls } from './walls.ts';

/**
 * `modules` and `dependencies` count what was read; `unseen` names files that the cruise did not read at all: with a compiler
 * that dependency-cruiser does not know it reads nothing and calls that a success.
 */
export type DoorsResult = { modules: number; dependencies: number; unseen: string[]; findings: Finding[] };

/** Checks the imports of every program under `root` (absolute path): walls, places and cycles. */
export async function checkDoors(root: string): Promise<DoorsResult> {
  const { options, ...ruleSet } = configuration;
  const { enhancedResolveOptions, ...cruiseOptions } = options;
  const folders = PROGRAM_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, { ...cruiseOptions, baseDir: root, validate: true, ruleSet }, enhancedResolveOptions);
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of its result');
  const tree = readTree(root);
  const seen = new Map(output.modules.map((module) => [module.source, module]));
  return {
    modules: output.modules.length,
    dependencies: output.summary.totalDependenciesCruised ?? 0,
    unseen: tree.files
      .filter((file) => (seen.get(file.path)?.dependencies.length ?? 0) < new Set(file.imports.map((i) => i.target)).size)
      .map((file) => file.path),
    findings: [...toFindings(root, output), ...knownPlaces.check(tree)],
  };
}

function toFindings(root: string, output: ICruiseResult): Finding[] {
  const remedies = new Map(walls.map((wall) => [wall.name, wall.comment]));
  const specifiers = new Map(
    output.modules.flatMap((m) => m.dependencies.map((d) => [`${m.source} ${d.resolved}`, d.module] as const)),
  );
  return output.summary.violations.map((violation) => {
    return {
      file: violation.from,
      line: lineOfImport(join(root, violation.from), specifiers.get(`${violation.from} ${violation.to}`) ?? violation.to),
      rule: violation.rule.name,
      problem: `imports ${violation.to}`,
      remedy: remedies.get(violation.rule.name) ?? 'Remove this import.',
    };
  });
}

function lineOfImport(path: string, specifier: string): number {
  const quoted = [`'${specifier}'`, `"${specifier}"`, `'node:${specifier}'`];
  const lines = readFileSync(path, 'utf8').split('\n');
  return Math.max(1, lines.findIndex((line) => quoted.some((text) => line.includes(text))) + 1);
}

if (import.meta.main) {
  const { modules, dependencies, unseen, findings } = await checkDoors(REPOSITORY);
  if (unseen.length > 0)
    console.error(`dependency-cruiser did not read these files, so it proves nothing:\n${unseen.join('\n')}`);
  if (findings.length > 0) console.error(report(findings));
  if (unseen.length + findings.length > 0) process.exit(1);
  console.log(`${modules} modules, ${dependencies} imports, every room entered by its door, no cycle`);
}
