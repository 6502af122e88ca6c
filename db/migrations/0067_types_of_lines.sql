-- The postings of one type of an account are found in its index alone: it was one row of the table for each line that is of another type.

create index ledger_line_account_type on ledger_line (account_id, posting_id) include (type);
drop index ledger_line_account;
alter index ledger_line_account_type rename to ledger_line_account;
