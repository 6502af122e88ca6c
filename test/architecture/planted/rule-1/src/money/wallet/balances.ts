import { withdraw } from '../../features/investing/withdrawals/index.ts'; // planted: rule-1-money-is-the-ground-floor
export const balances = [withdraw];
