import type { Row } from './queries.ts';
export const fee = (row: Row): string => row.id;
