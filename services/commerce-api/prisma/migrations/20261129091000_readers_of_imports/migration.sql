-- Whose things an import touched: too many for the action itself to name, and each reader's page says it. It stays when the import is taken back.
create table import_reader (
  publication_id text not null,
  owner_id uuid not null,
  action uuid not null,
  changed boolean not null,
  constraint import_reader_pkey primary key (publication_id, owner_id, action)
);

-- Of what came before: what is here still. Which later file changed an address was kept nowhere.
insert into import_reader (publication_id, owner_id, action, changed)
select distinct t.publication_id, t.owner_id, a.id, false
from legacy_term t join staff_action a on a.publication_id = t.publication_id and a.verb = 'applyImport' and a."to" ->> 'import' = t.import_id::text;
