-- When an import last wrote a term's address: `applied` stays what says whether its reader was here since.
alter table legacy_term add column mended timestamptz(3);
