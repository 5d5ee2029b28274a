-- A credit note has a date of its own, which stays when it is paid in another way. A replica of the release before writes none: then it is that of the money.
alter table refund add column credited timestamptz(3);
update refund r set credited = coalesce((select min(m.created) from money_back m where m.refund_id = r.id), r.asked, r.created) where credit_number is not null;
