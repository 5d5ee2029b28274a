-- The credit note of a refund that did not arrive, whose money another refund of other sums has paid since, holds no more: that one has its own.
alter table refund add column voided_by uuid;

update refund r set voided_by = (
  select p.id from refund p
  where p.order_id = r.order_id and p.id <> r.id and p.amount > 0 and p.state in ('asked', 'pending', 'sent') and p.created >= r.created
  order by p.created limit 1)
where r.state = 'failed' and r.settled is not null and not r.given_up and r.credit_number is not null;
