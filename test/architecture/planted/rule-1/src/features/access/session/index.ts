export type { Session } from './sign-in.ts';
