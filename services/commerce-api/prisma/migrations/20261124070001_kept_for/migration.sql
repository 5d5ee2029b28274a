-- The address that its account had last, when that was deleted: whoever proves it has made the order. Null: the order's own address says who has.
alter table "order" add column kept_for text;
create index order_kept_for on "order" (publication_id, kept_for) where kept_for is not null;
