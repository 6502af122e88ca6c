import type { Deps } from '../../deps.ts'; // planted: rule-1-providers-are-the-outside
export const payments = (deps: Deps) => deps;
