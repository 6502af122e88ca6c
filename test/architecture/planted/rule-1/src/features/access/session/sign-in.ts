import type { Deps } from '../../../deps.ts';
import { signOut } from './sign-out.ts'; // planted: rule-1
export type Session = { deps: Deps };
export const signIn = (): unknown => signOut;
