import { type Call, need } from './call.ts';
import { confirmPayment } from './confirm-payment.ts';
import { confirmSetup } from './confirm-setup.ts';
import { createCustomer, deleteCustomer, listPaymentMethods, retrieveCustomer, updateCustomer } from './customers.ts';
import { listDisputes } from './disputes.ts';
import { listEvents } from './events.ts';
import { cancelPaymentIntent, createPaymentIntent, listPaymentIntents, updatePaymentIntent } from './payment-intents.ts';
import { attachPaymentMethod, createPaymentMethod, detachPaymentMethod, resolvePaymentMethod } from './payment-methods.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { cancelSetupIntent, createSetupIntent, updateSetupIntent } from './setup-intents.ts';
import type { Params } from './surface.ts';

export type Endpoint = keyof Params;
type Routes = { [K in Endpoint]: (call: Call, params: Params[K], id: string) => object };

/** Every endpoint of the contract, and no other: the compiler names what is missing. */
export const routes: Routes = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/:id': (call, _params, id) => retrieveCustomer(call, id),
  'POST /v1/customers/:id': (call, params, id) => updateCustomer(call, id, params),
  'DELETE /v1/customers/:id': (call, _params, id) => deleteCustomer(call, id),
  'GET /v1/customers/:id/payment_methods': (call, params, id) => listPaymentMethods(call, id, params),
  'POST /v1/payment_methods': (call, params) => createPaymentMethod(call, params),
  'GET /v1/payment_methods/:id': (call, _params, id) => resolvePaymentMethod(call, id),
  'POST /v1/payment_methods/:id/attach': (call, params, id) => attachPaymentMethod(call, id, params),
  'POST /v1/payment_methods/:id/detach': (call, _params, id) => detachPaymentMethod(call, id),
  'POST /v1/payment_intents': createPaymentIntent,
  'GET /v1/payment_intents': listPaymentIntents,
  'GET /v1/payment_intents/:id': (call, _params, id) => need(call, 'payment_intent', id, 'intent'),
  'POST /v1/payment_intents/:id': (call, params, id) => updatePaymentIntent(call, id, params),
  'POST /v1/payment_intents/:id/confirm': (call, params, id) => confirmPayment(call, need(call, 'payment_intent', id, 'intent'), params),
  'POST /v1/payment_intents/:id/cancel': (call, params, id) => cancelPaymentIntent(call, id, params),
  'POST /v1/setup_intents': createSetupIntent,
  'GET /v1/setup_intents/:id': (call, _params, id) => need(call, 'setup_intent', id, 'intent'),
  'POST /v1/setup_intents/:id': (call, params, id) => updateSetupIntent(call, id, params),
  'POST /v1/setup_intents/:id/confirm': (call, params, id) => confirmSetup(call, need(call, 'setup_intent', id, 'intent'), params),
  'POST /v1/setup_intents/:id/cancel': (call, params, id) => cancelSetupIntent(call, id, params),
  'GET /v1/charges/:id': (call, _params, id) => need(call, 'charge', id),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': listRefunds,
  'GET /v1/refunds/:id': (call, _params, id) => need(call, 'refund', id),
  'GET /v1/disputes': listDisputes,
  'GET /v1/disputes/:id': (call, _params, id) => need(call, 'dispute', id),
  'GET /v1/events': listEvents,
  'GET /v1/events/:id': (call, _params, id) => need(call, 'event', id),
};

/** `/v1/payment_intents/pi_1/confirm` is the endpoint `/v1/payment_intents/:id/confirm` for `pi_1`. */
export function endpointOf(method: string, path: string): { endpoint: string; id: string } {
  const [, version = '', resource = '', id = '', verb = ''] = path.split('/');
  const pattern = [version, resource, ...(id ? [':id'] : []), ...(verb ? [verb] : [])].join('/');
  return { endpoint: `${method} /${pattern}`, id };
}
