-- Somebody left a refund that did not arrive as it is: it was paid in no other way. Of the release before nobody can say any more which of those seen to that was.
alter table refund add column given_up boolean not null default false;
