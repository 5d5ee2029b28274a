-- An order says whether its subscription renews by itself, that it does not, or nothing: then autorenew stays as it is.
alter table "order" alter column autorenew drop not null, alter column autorenew drop default;
update "order" set autorenew = null where not autorenew;
