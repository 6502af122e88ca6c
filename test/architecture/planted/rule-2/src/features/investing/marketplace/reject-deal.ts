import { checkDeal } from './check-deal.ts';
export const rejectDeal = (): boolean => !checkDeal();
