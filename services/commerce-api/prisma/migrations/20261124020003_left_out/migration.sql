-- How many more of it two carts held than one may, when they became one.
alter table cart_line add column left_out integer not null default 0, add constraint cart_line_left_out_is_not_negative check (left_out >= 0);
