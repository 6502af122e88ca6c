import type { Deps } from '../../../deps.ts';
import { routes } from '../../../app.ts'; // planted: rule-1-features-below-app
import type { DealRow } from '../marketplace/queries.ts'; // planted: rule-1-enter-by-the-door
import { fee } from './rules.ts';
import { withdraw as own } from './index.ts'; // planted: rule-1-door-opens-outward
import * as sandbox from '../../../../sandbox/start.ts'; // planted: rule-1-src-does-not-know-the-sandbox
import { build } from '../../../../bench/support/build.ts'; // planted: rule-1-src-stands-alone
export const withdraw = (deps: Deps, deal: DealRow) => [deps, deal, routes, fee, own, sandbox, build];
