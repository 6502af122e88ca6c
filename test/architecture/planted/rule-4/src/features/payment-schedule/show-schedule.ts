import { all } from '../withdrawals/queries.ts';
export const show = [all, Date.now()];
