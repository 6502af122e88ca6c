// Door of the bricks: who owns each share of a property, and which are locked by a deal.

export {
  assignUnsoldBricks,
  createPrimaryBricks,
  freeBricksOfDeals,
  type Holding,
  handOverBricks,
  listHolders,
  listHoldings,
  lockBricksForSale,
  returnPurchasedBricks,
} from './bricks.ts';
