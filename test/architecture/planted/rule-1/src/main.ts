import { cents } from './core/cents.ts';
export const main = cents;
