-- The words of a name, each whole and with any one letter left out: two that are spelled alike but for a letter too many, too few, another or in another
-- place have one of these in common, so that a mistyped name is looked up like any other, however many names there are. Trigrams had to look at all that
-- share some of theirs.
create function find_spellings(variadic parts text[]) returns text[] language sql immutable parallel safe
-- Dearer than looking into an index, so that what an index can say is asked of it.
cost 5000
return (
  select array_agg(distinct left(word, gap) || substr(word, gap + 2))
  from regexp_split_to_table(
      lower(regexp_replace(normalize(array_to_string(parts, ' '), nfkd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu") collate "C", '[\s\d.,;:@()"''/&+_-]+'
    ) word, generate_series(0, length(word)) gap
  where length(word) between 4 and 40
);

create index account_spellings on account using gin (find_spellings(name));
create index owner_address_spellings on owner_address using gin (find_spellings(name, address ->> 'city', address ->> 'state_name'));
create index order_spellings on "order" using gin (find_spellings(name)) where number is not null;
create index gift_spellings on gift using gin (find_spellings(recipient_name, recipient_address ->> 'city')) where recipient_name is not null;
create index invoice_spellings on invoice using gin (find_spellings(billed_to));
