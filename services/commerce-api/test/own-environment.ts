/** The environment of a magazine that readers reach: everything of its own, as `readConfig` wants it. */
export const OWN_ENVIRONMENT = {
  DATABASE_URL: 'postgresql://db.internal/magazine',
  PUBLIC_URL: 'https://magazine.example',
  TRUSTED_PROXIES: '1',
  BOT_SECRET: 'a long secret of this shop',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://user:pass@mail.example',
  METRICS_TOKEN: 'a-token-for-prometheus',
  ACCESS_SECRET: 'a secret of this shop, of 32 characters',
  ENTITLEMENT_SECRET: 'another that the CMS knows, 32 long',
} as const;
