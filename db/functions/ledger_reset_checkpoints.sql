-- Lets the proof start anew, for a database that was restored from a dump: its transaction numbers are those of another cluster.
-- Called by hand, by the owner of the tables (docs/guides/operating.md#from-a-dump); the next proof is a whole one.

create or replace function ledger_reset_checkpoints()
returns void
language plpgsql
set search_path to public, pg_temp
as $$
begin
  alter table ledger_posting disable trigger ledger_posting_append_only;
  alter table ledger_checkpoint disable trigger ledger_checkpoint_append_only;
  update ledger_posting set transaction_number = 0;
  truncate ledger_checkpoint, ledger_checkpoint_balance;
  update ledger_proof_state set cluster = '', until_transaction = -1, until_posting = 0, daily_at = null, whole_at = null;
  alter table ledger_checkpoint enable trigger ledger_checkpoint_append_only;
  alter table ledger_posting enable trigger ledger_posting_append_only;
end
$$;

-- For its owner alone.
revoke execute on function ledger_reset_checkpoints() from public, mortar_app;
