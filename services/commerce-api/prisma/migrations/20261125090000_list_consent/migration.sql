-- Who is on a list asked for it and confirmed it by the letter (`created`); `asked` is null for those of before that. Who leaves stays known as one who
-- left, so that no import puts them back, and the link of a letter of any age ends the same membership.
alter table list_signup
  add column id uuid not null default gen_random_uuid(),
  add column asked timestamptz(3),
  add column "left" timestamptz(3);
create unique index list_signup_id_key on list_signup (id);

create or replace function hook_list() returns trigger language plpgsql as $$
declare
  signup list_signup := coalesce(new, old);
begin
  perform tell_hook(signup.publication_id, tg_argv[0],
    jsonb_build_object('email', signup.email, 'list', signup.tag, 'membership', signup.id), null, null);
  return null;
end $$;

drop trigger hook_list_left on list_signup;
create trigger hook_list_left after delete on list_signup for each row
  when (old."left" is null) execute function hook_list('list.left');
create trigger hook_list_ended after update on list_signup for each row
  when (old."left" is null and new."left" is not null) execute function hook_list('list.left');
create trigger hook_list_joined_again after update on list_signup for each row
  when (old."left" is not null and new."left" is null) execute function hook_list('list.joined');

alter table ticket drop constraint ticket_kind_is_known;
alter table ticket add constraint ticket_kind_is_known
  check (kind in ('signin', 'reset', 'oidc', 'handoff', 'delete', 'withdraw', 'desk-invite', 'desk-round', 'list'));
