-- A letter that the mailer did not write, as it was true no more by then, is done with (`sent`), and was sent to nobody.
alter table outbox add column unwritten text;
