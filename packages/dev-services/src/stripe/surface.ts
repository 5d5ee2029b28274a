// The whole of Stripe that the product uses. To widen it: add a line, run `npm run contract -w packages/dev-services`.
import type { Stripe } from 'stripe';

export interface Params {
  'POST /v1/customers': Stripe.CustomerCreateParams;
  'GET /v1/customers/:id': Stripe.CustomerRetrieveParams;
  'POST /v1/customers/:id': Stripe.CustomerUpdateParams;
  'DELETE /v1/customers/:id': Stripe.CustomerDeleteParams;
  'GET /v1/customers/:id/payment_methods': Stripe.CustomerListPaymentMethodsParams;
  'POST /v1/payment_methods': Stripe.PaymentMethodCreateParams;
  'GET /v1/payment_methods/:id': Stripe.PaymentMethodRetrieveParams;
  'POST /v1/payment_methods/:id/attach': Stripe.PaymentMethodAttachParams;
  'POST /v1/payment_methods/:id/detach': Stripe.PaymentMethodDetachParams;
  'POST /v1/payment_intents': Stripe.PaymentIntentCreateParams;
  'GET /v1/payment_intents': Stripe.PaymentIntentListParams;
  'GET /v1/payment_intents/:id': Stripe.PaymentIntentRetrieveParams;
  'POST /v1/payment_intents/:id': Stripe.PaymentIntentUpdateParams;
  'POST /v1/payment_intents/:id/confirm': Stripe.PaymentIntentConfirmParams;
  'POST /v1/payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams;
  'POST /v1/setup_intents': Stripe.SetupIntentCreateParams;
  'GET /v1/setup_intents/:id': Stripe.SetupIntentRetrieveParams;
  'POST /v1/setup_intents/:id': Stripe.SetupIntentUpdateParams;
  'POST /v1/setup_intents/:id/confirm': Stripe.SetupIntentConfirmParams;
  'POST /v1/setup_intents/:id/cancel': Stripe.SetupIntentCancelParams;
  'GET /v1/charges/:id': Stripe.ChargeRetrieveParams;
  'POST /v1/refunds': Stripe.RefundCreateParams;
  'GET /v1/refunds': Stripe.RefundListParams;
  'GET /v1/refunds/:id': Stripe.RefundRetrieveParams;
  'GET /v1/disputes': Stripe.DisputeListParams;
  'GET /v1/disputes/:id': Stripe.DisputeRetrieveParams;
  'GET /v1/events': Stripe.EventListParams;
  'GET /v1/events/:id': Stripe.EventRetrieveParams;
}

export interface Objects {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
}
