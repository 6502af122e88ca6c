import pg from 'pg';
export const openLedger = pg;
