-- Of a guest's session that ended for a login: the account, into whose cart goes what other tabs still put into the guest's.
alter table session add column logged_in_as uuid;
