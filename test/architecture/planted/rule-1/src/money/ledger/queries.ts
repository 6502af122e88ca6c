import { sql } from 'kysely';
export const lock = sql;
