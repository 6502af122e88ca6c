-- How its owner is presented on the page of a property. A presentation that a property shows cannot be deleted.

alter table property add column project_owner_presentation_id uuid
  constraint property_project_owner_presentation_id_fkey references project_owner_presentation (id);
create index property_project_owner_presentation on property (project_owner_presentation_id)
  where project_owner_presentation_id is not null;
