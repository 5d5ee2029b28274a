-- How many of it the last login added from the account's cart to the one that was on the page.
alter table cart_line add column from_account integer not null default 0,
  add constraint cart_line_from_account_is_not_negative check (from_account >= 0);
