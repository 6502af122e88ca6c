import { payments } from '../../providers/payments/index.ts'; // planted: rule-1-money-is-the-ground-floor
import { openLedger } from './open.ts';
import { balances } from '../wallet/balances.ts'; // planted: rule-1-enter-by-the-door
export const post = [payments, openLedger, balances];
