import { all } from '../withdrawals/queries.ts'; // planted
export const quarter = all;
