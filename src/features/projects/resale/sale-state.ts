// Turns a stored property into the input of the rules of its sale.

import type { PropertyRow } from '../project-life/index.ts';
import type { SaleState } from './rules.ts';

export function saleStateOf(row: PropertyRow): SaleState {
  return {
    investorContractType: row.investor_contract_type,
    purchasedDate: row.purchased_date,
    resaleCompletedAt: row.resale_completed_at,
    saleStartedAt: row.resale_sale_started_at,
    offerAcceptedAt: row.resale_offer_accepted_at,
    saleType: row.resale_sale_type,
    isMarketplaceAllowed: row.is_marketplace_allowed,
  };
}
