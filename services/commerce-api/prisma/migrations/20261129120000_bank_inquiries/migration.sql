-- A bank asks about a payment, and has taken nothing yet.
create table bank_inquiry (
  id text not null,
  order_id uuid not null,
  amount integer not null,
  reason text,
  due timestamptz(3),
  answered boolean not null,
  created timestamptz(3) not null,
  closed timestamptz(3),
  constraint bank_inquiry_pkey primary key (id),
  constraint bank_inquiry_order_id_fkey foreign key (order_id) references "order" (id) on delete cascade on update cascade
);
create index bank_inquiry_order_id_idx on bank_inquiry (order_id);
-- The few that are open are on a list.
create index bank_inquiry_open on bank_inquiry (order_id) where closed is null;
