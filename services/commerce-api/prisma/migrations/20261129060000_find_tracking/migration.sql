-- The number of a parcel as a carrier has it, however it is typed or scanned: USPS prints 420 and the postal code of the address in front of it.
create function tracking_key(number text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(upper(number collate "C"), '[^A-Z0-9]', '', 'g'), '^420([0-9]{5}|[0-9]{9})(9[0-9]{21})$', '\2');

-- A parcel is found by that number, and one number is on two of them knowingly alone.
create index dispatch_tracking_key on dispatch (publication_id, tracking_key(tracking)) where tracking <> '';
