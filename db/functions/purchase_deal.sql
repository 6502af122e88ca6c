-- POST /marketplace/deal/:dealId/purchase: reserves the deal with its payment if property, buyer, deal and wallet still have the versions that
-- were checked. The seller is looked at again, as a freeze or a block may have come since (A-marketplace-9). Answers placed, changed or
-- key-taken; only with placed is anything written.
-- Called by features/investing/marketplace/queries.ts. Locks in the order of ADR 0013.

create or replace function purchase_deal(
  p_deal uuid, p_deal_version xid, p_property uuid, p_property_version xid, p_buyer uuid, p_buyer_version xid, p_seller uuid,
  p_accounts text[], p_account_versions bigint[], p_at timestamptz, p_buying uuid, p_selling uuid, p_payment jsonb
)
returns text
language plpgsql
set plan_cache_mode to force_generic_plan
set enable_seqscan to off
as $$
begin
  perform from property where id = p_property and xmin = p_property_version for no key update;
  if not found then return 'changed'; end if;
  perform from customer where id = p_buyer and xmin = p_buyer_version for no key update;
  if not found then return 'changed'; end if;
  if exists (select from customer where id = p_seller and (frozen_at is not null or provider_blocked)) then return 'changed'; end if;
  perform from market_deal where id = p_deal and xmin = p_deal_version for update;
  if not found then return 'changed'; end if;
  if not ledger_unchanged(p_accounts, p_account_versions) then return 'changed'; end if;

  if not payment_create(p_payment) then return 'key-taken'; end if;
  update market_deal
  set status = 'reserved', buyer_id = p_buyer, buying_transaction_id = p_buying, selling_transaction_id = p_selling, reserved_at = p_at
  where id = p_deal;
  return 'placed';
end
$$;
