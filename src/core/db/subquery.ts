// Type of a query that is part of another statement: one room passes it to another, so that set-based work stays one statement.

import type { RawBuilder } from 'kysely';

/** A query whose rows have these columns, named as in SQL; the enclosing statement puts it in parentheses. */
export type Subquery<Row> = RawBuilder<Row>;
