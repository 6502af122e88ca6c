import { Deps } from '../../../deps.ts'; // planted: rule-1-deps-is-imported-as-type
import { fee } from '../../investing/withdrawals/rules.ts'; // planted: rule-1-enter-by-the-door
export const show = (deps: Deps) => [deps, fee];
