import type { Clock } from './core/clock.ts';
import { pool } from './core/db/pool.ts'; // planted: rule-1-deps-is-a-list-of-types
import type { Session } from './features/access/session/index.ts'; // planted: rule-1 rule-1-deps-knows-no-feature
export const values = 1; // planted: rule-1
export type Deps = { clock: Clock; session: Session; pool: typeof pool };
