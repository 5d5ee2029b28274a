-- Refunds that the desk makes, what they are for, and what they take away (design, the desk's section 3.1).
alter table publication add column credit_number int not null default 0;
alter table gift add column revoked timestamptz(3);
alter table order_line
  add column sent int not null default 0,
  add column dropped int not null default 0,
  add constraint order_line_pieces_are_its_own check (sent >= 0 and dropped >= 0 and sent + dropped <= quantity);

create table refund (
  id uuid primary key,
  publication_id text not null,
  order_id uuid not null,
  method text not null,
  amount int not null,
  shipping int not null,
  state text not null,
  provider_id text unique,
  failure text,
  reference text,
  credit_number int,
  stopped text[] default '{}',
  untold boolean not null,
  asked timestamptz(3),
  settled timestamptz(3),
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  constraint refund_order_id_fkey foreign key (order_id) references "order" (id) on delete cascade on update cascade,
  constraint refund_method_is_known check (method in ('card', 'check', 'wire', 'none')),
  constraint refund_state_is_known check (state in ('to-approve', 'asked', 'pending', 'sent', 'refused', 'failed')),
  constraint refund_pays_where_it_has_a_method check ((method = 'none') = (amount = 0) and shipping between 0 and amount)
);
create index refund_order_id_idx on refund (order_id);
-- One number is of one refund, and the round of those that nobody heard of reads no others.
create unique index refund_publication_id_credit_number_key on refund (publication_id, credit_number);
create index refund_to_look_after on refund (asked) where state in ('asked', 'pending');

create table refund_line (
  refund_id uuid not null,
  ordinal int not null,
  quantity int not null,
  amount int not null,
  primary key (refund_id, ordinal),
  constraint refund_line_refund_id_fkey foreign key (refund_id) references refund (id) on delete cascade on update cascade,
  constraint refund_line_is_of_something check (quantity >= 0 and amount >= 0 and quantity + amount > 0)
);

alter table money_back
  add column refund_id uuid,
  add column decided timestamptz(3),
  add constraint money_back_refund_id_fkey foreign key (refund_id) references refund (id) on delete set null on update cascade;

-- Stock that changed otherwise than by being sold: +1 is one more.
create table stock_move (
  id uuid primary key,
  publication_id text not null,
  type text not null,
  ref text not null,
  quantity int not null,
  why text not null,
  action uuid,
  at timestamptz(3) not null
);
create index stock_move_publication_id_type_ref_at_idx on stock_move (publication_id, type, ref, at);
