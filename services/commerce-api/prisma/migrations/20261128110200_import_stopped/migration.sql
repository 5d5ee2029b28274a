-- An import that fails again and again is given up: `failures` in a row, and `stopped` part of the way.
alter table import add column failures int not null default 0;
alter table import drop constraint import_has_a_state;
alter table import add constraint import_has_a_state
  check (state in ('reading', 'columns', 'checking', 'checked', 'applying', 'applied', 'stopped', 'withdrawing', 'withdrawn'));
