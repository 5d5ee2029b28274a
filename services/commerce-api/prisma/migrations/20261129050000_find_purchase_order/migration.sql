-- An invoice is found by the purchase order that it names, however that is typed.
create index invoice_reference_key on invoice (publication_id, legacy_key(reference));
