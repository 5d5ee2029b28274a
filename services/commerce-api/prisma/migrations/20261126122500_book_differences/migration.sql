-- What the nightly look at the books found that does not add up: each stands until it is mended, and nothing mends it by itself.
create table book_difference (
  publication_id text not null,
  rule text not null,
  subject text not null,
  detail text not null,
  -- The order and the owner whom it concerns, where there is one.
  order_number text,
  owner_id uuid,
  found timestamptz(3) not null,
  primary key (publication_id, rule, subject)
);

-- When they were looked at last.
create table book_check (
  publication_id text primary key,
  checked timestamptz(3) not null
);
