-- Whose the pieces are that are never sent, of an order whose invoice names giftees: 0 is the order's own address. What
-- `order_line.dropped` counts beside these was dropped by a release before, which did not ask whose it was.
create table order_dropped (
  order_id uuid not null references "order" (id) on delete cascade on update cascade,
  ordinal int not null,
  giftee int not null,
  quantity int not null,
  primary key (order_id, ordinal, giftee),
  constraint order_dropped_is_some check (quantity > 0)
);

-- Giftees are found as recipients of gifts are.
create index order_giftee_find on order_giftee using gin (
  find_text(name, email, address ->> 'city', address ->> 'postcode') gin_trgm_ops
);
create index order_giftee_spellings on order_giftee using gin (find_spellings(name, address ->> 'city'));
