import { sql } from 'kysely';
export type Row = { id: string };
export const all = sql;
