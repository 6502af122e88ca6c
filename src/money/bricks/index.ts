// The bricks: owners of each share of a property, and which are locked by a deal.

export {
  assignUnsoldBricks,
  createPrimaryBricks,
  freeBricksOfDeals,
  type Holding,
  handOverBricks,
  listHoldings,
  lockBricksForSale,
  returnPurchasedBricks,
} from './bricks.ts';
export { type HolderShare, sharesOfHolders } from './shares.ts';
