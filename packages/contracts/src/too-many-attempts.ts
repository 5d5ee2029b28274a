/** Section 8: shown in the error area; the email-code flow goes back to its first stage. */
export const TOO_MANY_ATTEMPTS = 'Too many failed attempts. Request a new verification code to log in.';
