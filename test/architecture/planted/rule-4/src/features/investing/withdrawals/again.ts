import { first } from './self.ts';
export const second = (): unknown => first;
