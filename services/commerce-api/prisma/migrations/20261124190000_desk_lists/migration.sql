-- The desk's lists are read in pages, the newest first: of orders that were paid, and of the letters to one mailbox. Placing an order writes neither.
create index order_newest on "order" (publication_id, created desc, id desc) where number is not null;
create index outbox_to on outbox (publication_id, recipient, created desc, id desc);
-- The history of an order, and of an invoice.
create index staff_action_publication_id_subject_at_idx on staff_action (publication_id, subject, at);
