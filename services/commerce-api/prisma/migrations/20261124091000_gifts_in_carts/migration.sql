-- A gift's line in a cart says by itself what was chosen; its ref is a name that is compared and never read.
alter table cart_line add column choice jsonb;

-- 'print-a/low/1year', and a coupon behind it, which may have slashes of its own.
create function gift_of_ref(ref text) returns jsonb language sql immutable
  return jsonb_build_object(
    'deliverable', split_part(ref, '/', 1), 'level', split_part(ref, '/', 2), 'term', split_part(ref, '/', 3),
    'coupon', substring(ref from '^[^/]*/[^/]*/[^/]*/(.+)$')
  );

update cart_line set choice = gift_of_ref(ref) where type = 'gift-subscription';

-- Replicas of the build before write gifts without it, as long as they run beside the new ones.
create function cart_line_choice_of_ref() returns trigger language plpgsql as $$
begin
  new.choice := gift_of_ref(new.ref);
  return new;
end $$;
create trigger cart_line_choice_of_ref before insert on cart_line
  for each row when (new.type = 'gift-subscription' and new.choice is null) execute function cart_line_choice_of_ref();

alter table cart_line add constraint cart_line_gift_has_a_choice check (
  case type
    when 'gift-subscription' then coalesce(
      choice ->> 'deliverable' in ('digital', 'print-a', 'print-b', 'print-c')
        and choice ->> 'level' in ('low', 'high') and choice ->> 'term' in ('1year', '2year', '3year', 'lifetime')
        and jsonb_typeof(choice -> 'coupon') in ('string', 'null'), false)
    else choice is null
  end
);
