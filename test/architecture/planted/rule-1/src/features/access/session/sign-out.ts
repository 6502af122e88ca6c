import { betterAuth } from 'better-auth'; // planted: start-without-the-session-library
import type { Deps } from '../../../deps.ts';
import type { signIn } from './sign-in.ts';
export const signOut = (deps: Deps): [Deps, typeof signIn | undefined, unknown] => [deps, undefined, betterAuth];
