-- The leaf of a text in a tree of hashes (RFC 6962): SHA-256 with the prefix 0, so that no leaf can pass for a node.
-- Stable, as convert_to is, so that it is put into the statements that call it.
-- Called by history_seal and history_differences.

create or replace function history_leaf(p_content text) returns bytea
  language sql stable parallel safe
  return sha256('\x00'::bytea || convert_to(p_content, 'UTF8'));
