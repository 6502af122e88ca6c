-- What waits for an administrator is asked for all day: each kind has an index of nothing but what waits.

create index property_late on property (id) where financial_status in ('repayment-delay', 'repayment-default');
create index customer_being_verified on customer (documents_completed_at) where kyc_status = 'waitingForVerifier';
create index tax_rate_request_waiting on tax_rate_request (created_at) where status = 'waiting';
create index referral_reward_without_invoice on referral_reward (referrer_customer_id, year) where blocked_cents > 0 and invoice_id is null;
create index direct_debit_rejected on direct_debit (settled_at) where status in ('failed', 'chargedBack');
create index payment_incident_open_found on payment_incident (found_at) where resolved_at is null;
