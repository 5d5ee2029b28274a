-- An issue's day begins with the publication's from now on, where it began with UTC's before. What readers have by UTC's, hours before theirs in the
-- west, they keep: it counts as put out.
update issue i set put_out = i.released from publication p
where p.id = i.publication_id and i.put_out is null and i.released <= (now() at time zone 'UTC')::date
  and i.released > (now() at time zone coalesce(p.data->'settings'->>'time_zone', 'UTC'))::date;
