import { b } from './b.ts'; // planted: rule-1
export const a = (): unknown => b;
