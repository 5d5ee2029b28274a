-- Rules that the Prisma schema cannot write.

-- Nothing is sold that is not there, whatever the code does.
alter table good
  add constraint good_stock_is_not_negative check (stock >= 0),
  add constraint good_price_is_not_negative check (price >= 0),
  add constraint good_type_is_known check (type in ('basic-product', 'sized-product', 'digital-product', 'print-issue', 'digital-issue'));

-- Section 9: at most 50 of one thing.
alter table cart_line add constraint cart_line_quantity_in_bounds check (quantity between 1 and 50);

-- A double click or a second tab finds the order that is already started.
create unique index order_one_started_per_owner on "order" (publication_id, owner_id) where state = 'started';

alter table "order"
  add constraint order_adds_up check (total = goods + shipping - discount - waived),
  add constraint order_amounts_are_not_negative check (goods >= 0 and shipping >= 0 and discount >= 0 and waived >= 0 and total >= 0),
  add constraint order_shipcode_is_known check (shipcode in ('a', 'b', 'c'));

alter table order_line
  add constraint order_line_quantity_is_positive check (quantity > 0),
  add constraint order_line_amounts_are_not_negative check (price >= 0 and discount >= 0);
