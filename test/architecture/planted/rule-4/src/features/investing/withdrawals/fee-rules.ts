import { pool } from '../../../core/db/pool.ts'; // planted
export const fee = pool;
