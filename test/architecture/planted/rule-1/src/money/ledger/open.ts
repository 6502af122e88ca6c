import pg from 'pg'; // planted: rule-5-sql-in-queries
export const openLedger = pg;
