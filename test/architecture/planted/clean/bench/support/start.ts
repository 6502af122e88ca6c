import { start } from '../../sandbox/start.ts';
import { routes } from '../../src/app.ts';
import { post } from '../../src/money/ledger/index.ts';
export const started = [start, routes, post];
