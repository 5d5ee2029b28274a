-- Where what is not sent yet of an order goes, since its reader has moved, and since when: what went before went to the
-- order's own address.
create table order_post_to (
  order_id uuid primary key references "order" (id) on delete cascade on update cascade,
  address jsonb not null,
  since timestamptz(3) not null
);
