-- An institution's reader may log in to an account of their own besides, and reads on through the institution.
alter table session drop constraint session_is_one_reader;
