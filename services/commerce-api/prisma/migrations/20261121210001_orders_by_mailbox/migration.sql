-- What a guest bought is found by the mailbox that it was bought with, in the one spelling of an account's address (decision 020).
create index order_mailbox on "order" (publication_id, lower(normalize(email, nfkc)));
