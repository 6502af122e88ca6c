import { sql } from 'kysely';
export const read = sql;
