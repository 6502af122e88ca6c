import { start } from './wiring.ts'; // planted: rule-1-app-and-worker-below-main
export const routes = [start];
