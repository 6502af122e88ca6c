import { main } from './main.ts'; // planted: rule-1-main-is-the-top
export const start = main;
