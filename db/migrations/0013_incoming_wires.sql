-- How far the job incoming-wires has read the provider's list: moved on only after everything before it was booked.

create table incoming_wire_scan (
  only_row boolean primary key default true check (only_row),
  scanned_until timestamptz not null
);
