import { second } from './again.ts';
export const first = (): unknown => second;
