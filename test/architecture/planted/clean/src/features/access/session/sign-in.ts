import type { Deps } from '../../../deps.ts';
export type Session = { signIn(deps: Deps): Promise<void> };
