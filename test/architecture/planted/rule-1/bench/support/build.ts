import { state } from '../../sandbox/state.ts'; // planted: rule-1-sandbox-is-entered-by-start
import { lock } from '../../src/money/ledger/queries.ts'; // planted: rule-1-enter-by-the-door-from-outside
import { main } from '../../src/main.ts'; // planted: rule-1
export const build = [state, lock, main];
