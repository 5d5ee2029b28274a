-- What of an order was posted, in which parcel, and the ledger of stock (design, the desk's section 3.3).
-- In the order in which placing an order takes them, and all at once: nobody sells while the ledger begins.
lock table "order", good, order_line in share row exclusive mode;

create table dispatch_batch (
  id uuid primary key,
  publication_id text not null,
  number int not null,
  created timestamptz(3) not null
);
create unique index dispatch_batch_publication_id_number_key on dispatch_batch (publication_id, number);

create table dispatch (
  id uuid primary key,
  publication_id text not null,
  order_id uuid not null,
  -- Whom of its invoice's giftees it goes to; null: the order's own address.
  giftee int,
  batch_id uuid,
  carrier text not null default '',
  tracking text not null default '',
  sent timestamptz(3),
  action uuid,
  created timestamptz(3) not null,
  constraint dispatch_order_id_fkey foreign key (order_id) references "order" (id) on delete cascade on update cascade,
  constraint dispatch_batch_id_fkey foreign key (batch_id) references dispatch_batch (id) on delete set null on update cascade
);
create index dispatch_order_id_idx on dispatch (order_id);
create index dispatch_batch_id_idx on dispatch (batch_id);
create index dispatch_sent_idx on dispatch (publication_id, sent);
-- What is packed for one address waits in one parcel, however many make batches at once.
create unique index dispatch_packed_once on dispatch (order_id, coalesce(giftee, -1)) where sent is null;

create table dispatch_line (
  dispatch_id uuid not null,
  ordinal int not null,
  quantity int not null,
  primary key (dispatch_id, ordinal),
  constraint dispatch_line_dispatch_id_fkey foreign key (dispatch_id) references dispatch (id) on delete cascade on update cascade,
  constraint dispatch_line_has_pieces check (quantity > 0)
);

-- The list of what is to be sent never reads old orders, and a good's ledger none of other goods.
create index order_line_to_send on order_line (order_id) where held and sent + dropped < quantity;
create index order_line_of_good on order_line (type, ref) where held;

-- good.stock = what was moved less what orders hold: one move says what makes that true of what is there now.
insert into stock_move (id, publication_id, type, ref, quantity, why, at)
select gen_random_uuid(), g.publication_id, g.type, g.ref,
  g.stock
    + coalesce((select sum(l.quantity) from order_line l join "order" o on o.id = l.order_id
        where l.held and l.type = g.type and l.ref = g.ref and o.publication_id = g.publication_id), 0)
    - coalesce((select sum(m.quantity) from stock_move m where (m.publication_id, m.type, m.ref) = (g.publication_id, g.type, g.ref)), 0),
  'start', clock_timestamp()
from good g where g.stock is not null;

-- A good that is new begins with what the publication says, whichever release of the service applies it.
create function stock_begins() returns trigger language plpgsql as $$
begin
  insert into stock_move (id, publication_id, type, ref, quantity, why, at)
  values (gen_random_uuid(), new.publication_id, new.type, new.ref, new.stock, 'start', clock_timestamp());
  return null;
end $$;
create trigger stock_begins after insert on good for each row when (new.stock is not null) execute function stock_begins();
