-- The audit row of a debit is written with its intent. Of those that are on their way it is written now.

insert into admin_action (id, kind, administrator_id, administrator_email, target_type, target_id, payload, created_at)
select
  gen_random_uuid(), debit.pending_audit ->> 'kind',
  (debit.pending_audit -> 'administrator' ->> 'administratorId')::uuid, debit.pending_audit -> 'administrator' ->> 'email',
  'echeance', debit.echeance_id::text,
  jsonb_build_object('debitId', debit.id, 'amountCents', debit.amount_cents, 'collectionDate', debit.collection_date),
  debit.created_at
from direct_debit debit
where debit.pending_audit is not null
  and debit.status in ('creating', 'canceling');

alter table direct_debit drop column pending_audit;
