export type { Order } from './purchase-deal.ts'; // planted
export * from './rules.ts'; // planted
