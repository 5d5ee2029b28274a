-- Whether what was typed into an order is its reader's own, so that letters may say it. Of the orders before nobody knows: their letters say what they are about, and no more.
alter table "order" add column own_words boolean not null default false;
