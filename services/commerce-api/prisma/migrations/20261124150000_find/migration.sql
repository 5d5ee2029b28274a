-- Finding anybody by any scrap. Trusted: the database's owner may create it.
create extension if not exists pg_trgm;

-- What is looked for and what is looked in, spelled alike: without marks, in small letters, and in ASCII, whatever script it was. A cluster whose LC_CTYPE
-- is C takes no other letters for letters, and would find no trigram in a Cyrillic name.
create function find_text(variadic parts text[]) returns text language sql immutable parallel safe
return translate(
  encode(convert_to(lower(regexp_replace(normalize(array_to_string(parts, ' '), nfkd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"), 'UTF8'), 'escape'),
  '\', 'x'
);

create index account_find on account using gin (find_text(name, email) gin_trgm_ops);
create index owner_address_find on owner_address using gin (
  find_text(name, address ->> 'line1', address ->> 'city', address ->> 'state_name', address ->> 'postcode') gin_trgm_ops
);
-- Only of what was paid or billed: placing an order costs what it did.
create index order_find on "order" using gin (
  find_text(name, email, address ->> 'city', address ->> 'state_name', address ->> 'postcode') gin_trgm_ops
) where number is not null;
create index order_number on "order" (publication_id, number) where number is not null;
create index gift_find on gift using gin (
  find_text(recipient_name, recipient_address ->> 'city', recipient_address ->> 'postcode') gin_trgm_ops
) where recipient_name is not null;
create index invoice_find on invoice using gin (find_text(billed_to, email_to) gin_trgm_ops);

-- Looking is kept, too: what somebody searched for, and whom they opened, once an hour.
create table staff_search (
  id uuid primary key,
  publication_id text not null,
  staff_id uuid not null references staff (id) on update cascade on delete restrict,
  words text not null,
  at timestamptz(3) not null
);
create index staff_search_publication_id_at_idx on staff_search (publication_id, at);

create table staff_look (
  publication_id text not null,
  owner_id uuid not null,
  staff_id uuid not null references staff (id) on update cascade on delete restrict,
  hour timestamptz(3) not null,
  primary key (publication_id, owner_id, staff_id, hour)
);
