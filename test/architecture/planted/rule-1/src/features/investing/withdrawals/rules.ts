import type { Clock } from '../../../core/clock.ts'; // planted: rule-4-rules-are-pure
import type { Db } from '../../../core/db/pool.ts'; // planted: rule-4-rules-are-pure
import { readFileSync } from 'node:fs'; // planted: rule-4-rules-are-pure
import { sql } from 'kysely'; // planted: rule-4-rules-are-pure rule-5-sql-in-queries
import { payments } from '../../../providers/payments/index.ts'; // planted: rule-4-rules-call-no-provider
export const fee = (clock: Clock, db: Db) => [clock, db, readFileSync, sql, payments];
