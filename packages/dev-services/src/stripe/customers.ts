import type { Stripe } from 'stripe';
import { type Call, need } from './call.ts';
import { makeId } from './ids.ts';
import { mergeMetadata } from './metadata.ts';
import { detachPaymentMethod } from './payment-methods.ts';
import type { Params } from './surface.ts';

export function createCustomer(call: Call, params: Params['POST /v1/customers']): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: makeId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: call.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: makeId('', 8).slice(1).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  call.store.put('customer', customer);
  call.emit('customer.created', customer);
  return customer;
}

export function retrieveCustomer(call: Call, id: string): Stripe.Customer | Stripe.DeletedCustomer {
  return call.store.get('deleted_customer', id) ?? need(call, 'customer', id);
}

export function updateCustomer(call: Call, id: string, params: Params['POST /v1/customers/:id']): Stripe.Customer {
  const customer = need(call, 'customer', id);
  const changed: Stripe.Customer = {
    ...customer,
    email: changedText(customer.email, params.email),
    name: changedText(customer.name ?? null, params.name),
    description: changedText(customer.description, params.description),
    phone: changedText(customer.phone ?? null, params.phone),
    metadata: mergeMetadata(customer.metadata, params.metadata),
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: params.invoice_settings?.default_payment_method ?? customer.invoice_settings.default_payment_method,
    },
  };
  call.store.put('customer', changed);
  call.emit('customer.updated', changed);
  return changed;
}

export function deleteCustomer(call: Call, id: string): Stripe.DeletedCustomer {
  const customer = need(call, 'customer', id);
  for (const method of paymentMethodsOf(call, id)) detachPaymentMethod(call, method.id);
  call.store.remove('customer', id);
  call.emit('customer.deleted', customer);
  return call.store.put('deleted_customer', { id, object: 'customer', deleted: true });
}

export function listPaymentMethods(call: Call, id: string, params: Params['GET /v1/customers/:id/payment_methods']) {
  need(call, 'customer', id);
  const limit = params.limit ?? 10;
  const methods = paymentMethodsOf(call, id).filter((method) => params.type === undefined || method.type === params.type);
  return { object: 'list', url: `/v1/customers/${id}/payment_methods`, has_more: methods.length > limit, data: methods.slice(0, limit) };
}

function paymentMethodsOf({ store }: Call, customer: string): Stripe.PaymentMethod[] {
  return store.list('payment_method', { where: (method) => method.customer === customer });
}

/** Stripe clears a field that is sent empty and keeps one that is not sent. */
function changedText(current: string | null, sent: string | null | undefined): string | null {
  return sent === undefined ? current : sent || null;
}
