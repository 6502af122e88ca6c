// The configuration of dependency-cruiser as data, for the tests that read the same walls.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ICruiseOptions, IFlattenedRuleSet, IResolveOptions } from 'dependency-cruiser';

export const REPOSITORY = resolve(import.meta.dirname, '../..');

export type Wall = { name: string; comment: string; from: { path?: string | string[] }; to: { path?: string | string[] } };

type Configuration = IFlattenedRuleSet & { options: ICruiseOptions & { enhancedResolveOptions: Partial<IResolveOptions> } };

/** The file as dependency-cruiser takes it. */
// Border: the configuration is CommonJS without types, because that is what the tool's command line reads.
export const configuration = createRequire(import.meta.url)(resolve(REPOSITORY, '.dependency-cruiser.cjs')) as Configuration;

/** Every wall with its name and remedy. */
// Border: the same file, with the type of what we wrote there.
export const walls = configuration.forbidden as Wall[];

/** Patterns of one side of a wall. */
export function patternsOf(side: { path?: string | string[] }): RegExp[] {
  return [side.path ?? []].flat().map((pattern) => new RegExp(pattern));
}
