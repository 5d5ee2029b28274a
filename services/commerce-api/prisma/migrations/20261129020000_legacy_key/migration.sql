-- A number of another system as whoever reads it out may type it: no case, no spaces or hyphens, no zeros before a number.
create function legacy_key(number text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(lower(number collate "C"), '[\s#./_-]+', '', 'g'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g');

create index legacy_term_key on legacy_term (publication_id, legacy_key(legacy_id));
create index legacy_reader_key on legacy_reader (publication_id, legacy_key(reader_id));
