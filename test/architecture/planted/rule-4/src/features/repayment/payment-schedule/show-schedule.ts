import { all } from '../../investing/withdrawals/queries.ts';
export const show = [all, Date.now()];
