import type { RawBuilder } from 'kysely';
import type { Row } from './queries.ts';
export const fee = (row: Row, sql: RawBuilder<Row>): unknown => [row, sql];
