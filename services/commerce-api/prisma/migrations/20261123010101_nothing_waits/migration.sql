-- Since when nothing counts any more that was prepared for an account before: a card's set-up, say, that somebody confirms later.
alter table account add column voided timestamptz(3);

-- The letter about a change of address holds a link that withdraws it.
alter table ticket
  drop constraint ticket_kind_is_known,
  add constraint ticket_kind_is_known check (kind in ('signin', 'reset', 'oidc', 'handoff', 'delete', 'withdraw'));

-- Only whose mailbox is proved may ask for another: what was asked for before that, and the addresses that were left so, count no more.
delete from email_change c using account a where a.id = c.account_id and (a.verified is null or c.created <= a.verified);
do $$
begin
  -- A new database has the table later, and nothing in it.
  if to_regclass('earlier_email') is not null then
    delete from earlier_email e using account a where a.id = e.account_id and (a.verified is null or e.until <= a.verified);
  end if;
end
$$;
