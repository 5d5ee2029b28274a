/**
 * A mail server that is not there, so that what a test or a figure writes is not shown by the mailbox of a product that
 * runs beside it.
 */
export const NO_MAIL = { SMTP_URL: 'smtp://127.0.0.1:9' } as const;
