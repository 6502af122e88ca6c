import { cents } from '../src/core/cents.ts'; // planted: rule-1-sandbox-shares-no-code
import type { Clock } from '../src/core/clock.ts'; // planted: rule-1-sandbox-shares-no-code
import { build } from '../bench/support/build.ts'; // planted: rule-1-sandbox-stands-alone
export const start = (clock: Clock) => [clock, cents, build];
