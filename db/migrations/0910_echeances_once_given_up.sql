-- An echeance goes with its prorogation, or when its schedule is replaced. Neither is allowed while the project is given up, and what a
-- give-up wrote off says nothing any more once it was taken back: it goes with the echeance.

alter table given_up_echeance drop constraint given_up_echeance_echeance_id_fkey;
alter table given_up_echeance
  add constraint given_up_echeance_echeance_id_fkey foreign key (echeance_id) references echeance (id) on delete cascade;
