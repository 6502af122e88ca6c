-- The escrow of a property may change after its funding was closed: money then moves between MAIN and ESCROW of its SPV.

alter table wallet_transaction drop constraint wallet_transaction_type_check;
alter table wallet_transaction add constraint wallet_transaction_type_check check (type in (
  'MONEY_IN', 'PRIMARY_PURCHASE', 'PRIMARY_PURCHASE_REFUND', 'BUYING_DEAL', 'SELLING_DEAL', 'COUPON_PAYOUT', 'WITHHOLDING_TAX',
  'CAPITAL_REPAYMENT', 'REFERRAL_REWARD', 'WITHDRAWAL', 'WITHDRAWAL_FEE', 'FUNDING_CLOSED', 'FUNDING_FEES', 'FIDUCIE_FEES',
  'OWNER_TRANSFER', 'SPV_WIRE_IN', 'SPV_DIRECT_DEBIT_IN', 'SPV_P2P_IN', 'ESCROW_TO_PAYMENT', 'ASSIGNMENT', 'MANAGEMENT_FEES',
  'PROJECT_SWITCH_P2P', 'TAX_REMITTANCE', 'PROPERTY_SALE', 'GIFT_CARD_PURCHASE', 'GIFT_CARD_REDEMPTION', 'GIFT_CARD_REFUND',
  'ESCROW_CHANGE'));
