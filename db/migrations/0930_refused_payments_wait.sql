-- A payment that the provider refused and that no job orders again waits for an administrator.

alter table payment_order
add column decision_since timestamptz,
add constraint payment_order_decision_check check (decision_since is null or status = 'failed');

create index payment_order_to_decide on payment_order (decision_since, id) where decision_since is not null;

update payment_order
set decision_since = settled_at
from gift_card
join wallet_transaction refund on refund.id = gift_card.refund_transaction_id
where gift_card.status = 'refund_failed'
  and refund.payment_order_id = payment_order.id;
