import { checkDeal } from './check-deal.ts';
import type { Reservation } from './reserve-bricks.ts';
export type Order = { dealId: string };
export const MAX_DEALS = 30;
export function purchaseDeal(order: Order): string {
  return reserve(order.dealId);
}
export const cancelDeal = (order: Order): string => reserve(order.dealId); // planted
function reserve(dealId: string): string {
  return dealId;
}
const releaseDeal = function (order: Order): string { // planted
  return order.dealId;
};
export { releaseDeal };
export default (): void => {}; // planted
export type Purchase = { reservation: Reservation; isChecked: ReturnType<typeof checkDeal> };
