import { sql } from 'kysely';
export const star = sql;
