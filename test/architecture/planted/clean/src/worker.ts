import { confirmDeals } from './features/investing/marketplace/index.ts';
export const jobs = [confirmDeals];
