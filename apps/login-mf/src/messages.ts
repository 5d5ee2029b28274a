/** Every text of this remote. `publication.messages` overrides them by key; {names} are filled in. */
export const messages = {
  'login.log_in': 'Log in',
  'login.your_login': 'Your login',
  'login.close': 'Close',
  'login.ways': 'Ways to log in',
  'login.password_login': 'Password Login',
  'login.email_code': 'Email Code',
  'login.google_account': 'Google Account',
  'login.institutional_access': 'Institutional Access',

  'login.email': 'Email',
  'login.password': 'Password',
  'login.logging_in': 'Logging in',
  'login.no_cookie':
    'Your browser does not keep our cookie, so you are not logged in. Allow cookies for this site, and log in again.',
  'login.forgotten': 'Set up or reset your password',
  'login.reset_intro': 'We will send you a link with which you choose a password, whether you have one now or not.',
  'login.send_link': 'Send the link',
  'login.sending': 'Sending',

  'login.new_password': 'Choose your password',
  'login.new_password_field': 'New password',
  'login.confirm_field': 'New password once more',
  'login.new_password_hint': 'At least {n} characters.',
  'login.save_password': 'Save and log in',
  'login.saving': 'Saving',
  'login.back_to_login': 'Back to the login',

  'login.code_intro': 'We will send you a code with which you log in. You need no password.',
  'login.send_code': 'Send the code',
  'login.verify': 'Verify Account',
  'login.code_sent':
    'If there is an account for {email}, a code of 6 digits is on its way there. It may take a minute.',
  'login.code_resent':
    'If there is an account for {email}, a new code is on its way there. The one before works no longer.',
  'login.code': 'Code',
  'login.new_code': 'Send a new code',
  'login.new_code_to': 'Send a new code to {email}',
  'login.other_address': 'Use another address',

  'login.google_intro': 'Log in with the Google account that has your address.',
  'login.google_back': 'You will come back to this page.',
  'login.google_continue': 'Continue with Google',

  'login.institution_intro':
    'Universities and libraries that subscribe give their readers access. Find yours and log in there.',
  'login.institution': 'Institution',
  'login.no_matches': '0 matches',
  'login.matches': '{n} matches',
  'login.choose_from_list': 'Choose one from the list.',
  'login.show_options': 'Show options',
  'login.institution_continue': 'Continue',
  'login.institutions_loading': 'The institutions are being fetched',
  'login.institution_retry': 'Try again',
  'login.institution_missing': 'Not on the list? Read how an institution subscribes.',

  'login.logged_in_as': 'You are logged in as {name} ({email}).',
  'login.access_through': 'You have access through {name}.',
  'login.own_account': 'Your own account',
  'login.own_institution': 'Your institution',
  'login.account': 'Your account',
  'login.go_on': 'Continue reading',
  'login.log_out': 'Log out',
  'login.logging_out': 'Logging out',

  'login.not_subscribed': 'You do not subscribe yet?',
  'login.subscribe': 'Subscribe',

  'login.paywall': 'Log in to read on',
  'login.paywall_open': 'You can read the whole of this now.',
  'login.paywall_read': 'Read on',
  'login.paywall_held': 'This piece is for subscribers, and there is no subscription on your account that runs now.',
  'login.paywall_subscribe': 'See the subscriptions',
  'login.paywall_expired': 'This piece is for subscribers, and your subscription has run out.',
  'login.paywall_renew': 'Renew',
  'login.paywall_institution': 'Read through your institution',
  'login.paywall_checking': 'Looking for your subscription',

  'login.error.state': 'That login was not finished in this browser, or took too long. Please try again.',
  'login.error.provider':
    'The login was cancelled, or its provider cannot be reached at the moment. Please try again or choose another way.',
  'login.error.email': 'That account has no confirmed email address. Please choose another way to log in.',
  'login.error.institution': 'That institution has no access at the moment. Please choose another way to log in.',
} as const;
