import { confirmDeals } from './features/marketplace/index.ts';
export const jobs = [confirmDeals];
