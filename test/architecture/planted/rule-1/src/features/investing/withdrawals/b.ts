import type { a } from './a.ts';
export const b = (): typeof a | undefined => undefined;
