/** Thrown, as Stripe.js does, when a page uses it in a way that cannot work. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}
