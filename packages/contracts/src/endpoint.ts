import type * as v from 'valibot';

/** A call as both sides know it. `path` has {parameters}; `query` names what may stand behind the question mark; `refusal` is the body of every status of 400 or more. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  params?: Record<string, v.GenericSchema>;
  query?: Record<string, v.GenericSchema>;
  body?: v.GenericSchema;
  answer: v.GenericSchema;
  refusal: v.GenericSchema;
  /** Statuses that this call refuses with, beyond those that its body, its query, its parameters and its method bring. */
  refuses?: readonly number[];
  /** A reader without a session may have one after it: such calls of a browser go one after the other, so that the second brings the cookie of the first. */
  begins_session?: true;
  /** A browser that asks for a page (a form without a script) is led on to one, with 303. */
  leads_on?: true;
};

/** An address that a browser is sent to: it answers a GET with a redirect (302). */
export type Redirect = Pick<Endpoint, 'path' | 'summary' | 'query' | 'refusal' | 'refuses'>;
