// A query that is not run by itself: rooms hand it to each other, so that what is set-based stays one statement.

import type { RawBuilder } from 'kysely';

/** A query with rows of these columns, named as in SQL; its user puts it in parentheses. */
export type Subquery<Row> = RawBuilder<Row>;
