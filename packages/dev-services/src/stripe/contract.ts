import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import * as v from 'valibot';
import { invalidRequest } from './fault.ts';
import type { Form } from './form.ts';
import type { Objects, Params } from './surface.ts';

const Schemas = v.record(v.string(), v.record(v.string(), v.unknown()));
const Contract = v.object({ stripe: v.string(), params: Schemas, objects: Schemas, $defs: Schemas });
const contract = v.parse(Contract, JSON.parse(readFileSync(new URL('contract.generated.json', import.meta.url), 'utf8')));

/** The version of stripe-node that the contract was generated from. */
export const CONTRACT_VERSION = contract.stripe;

const paramsValidator = validators('params', { coerceTypes: true }); // a form knows only text
const objectValidator = validators('objects', {});

export function isServed(endpoint: string): endpoint is keyof Params {
  return Object.hasOwn(contract.params, endpoint);
}

/** The decoded form as stripe-node's parameter type, or Stripe's own refusal of what is wrong with it. */
export function parseParams<K extends keyof Params>(endpoint: K, form: Form): Params[K] {
  const validate = paramsValidator(endpoint);
  const params: unknown = form;
  if (!validate(params)) throw refusal(validate.errors ?? []);
  return params as Params[K]; // proved by the schema that is generated from this very type
}

/** What is wrong with an object that Stripe is to answer; nothing when stripe-node's types allow it. */
export function violationsOf(object: unknown): string[] {
  if (typeof object !== 'object' || object === null || !('object' in object)) return [];
  const name = String(object.object);
  if (!isDescribed(name) || 'deleted' in object) return []; // what remains of a deleted customer is a type of its own
  const validate = objectValidator(name);
  if (validate(object)) return [];
  return (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${name}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
}

export function isDescribed(name: string): name is keyof Objects {
  return Object.hasOwn(contract.objects, name);
}

/** Compiled at first use: the whole contract takes a second, the few endpoints that a run touches take milliseconds. */
function validators(group: 'params' | 'objects', options: { coerceTypes?: boolean }) {
  // The schemas are generated, so they need no check of their own; and a validator that is called a few times is not
  // worth optimizing: half the time went there.
  const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, validateSchema: false, code: { optimize: false }, ...options });
  const compiled = new Map<string, ValidateFunction>();
  ajv.addSchema({ $id: 'contract', $defs: contract.$defs, [group]: contract[group] });
  return (name: string): ValidateFunction => {
    const known = compiled.get(name);
    if (known) return known;
    const validate = ajv.compile({ $ref: `contract#/${group}/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll(' ', '%20')}` });
    compiled.set(name, validate);
    return validate;
  };
}

function refusal(errors: ErrorObject[]) {
  const unknown = errors.find((error) => error.keyword === 'additionalProperties');
  if (unknown) return unknownParameter(nameOf(unknown.instancePath, String(unknown.params.additionalProperty)));
  const required = errors.find((error) => error.keyword === 'required');
  if (required) {
    const param = nameOf(required.instancePath, String(required.params.missingProperty));
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const [first] = errors;
  const param = first ? nameOf(first.instancePath) : '';
  return invalidRequest(`Invalid ${param}: ${first?.message ?? 'not allowed'}`, { param });
}

function unknownParameter(param: string) {
  if (param !== 'payment_method_types') return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  return invalidRequest(
    'The parameter `payment_method_types` is no longer supported on this API version. Use `allowed_payment_method_types` or dynamic payment methods.',
    { code: 'payment_method_types_no_longer_supported', param },
  );
}

/** `/metadata` and `order` become `metadata[order]`, as Stripe names parameters. */
function nameOf(pointer: string, last?: string): string {
  const [first = '', ...rest] = [...pointer.split('/').filter(Boolean), ...(last === undefined ? [] : [last])];
  return first + rest.map((part) => `[${part}]`).join('');
}
