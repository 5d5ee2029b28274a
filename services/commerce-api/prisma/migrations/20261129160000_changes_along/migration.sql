-- What goes to another zone with what an order paid for, and is not paid for itself, names that order: it goes back with it.
alter table subscription_change
  drop constraint subscription_change_paid_names_its_order,
  add constraint subscription_change_paid_names_its_order check (not paid or order_id is not null);
