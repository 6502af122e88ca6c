import { all } from '../../investing/withdrawals/queries.ts'; // planted
export const quarter = all;
