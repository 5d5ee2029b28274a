import type * as v from 'valibot';

/**
 * A call as both sides know it. `path` has {parameters}; `query` names what may stand behind the question mark;
 * `refusal` is the body of every status of 400 or more, a `Refusal` (`refusal.ts`) where it is left out. A remote's
 * build has none of what is for the service alone (`contract-loader.ts`): `summary`, `params`, `query`, `body`,
 * `refuses`, `leads_on`,
 * `media`, `answers`, `raw`, `security`.
 *
 * Each is an export of its own, so that a remote brings along those that it calls. Those of a page that is fetched when
 * it is opened stand in modules apart from schemas that the first files of any page need (`store-endpoints.ts`): what
 * two files of a build need of one module stands in the first as a whole.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  params?: Record<string, v.GenericSchema>;
  query?: Record<string, v.GenericSchema>;
  body?: v.GenericSchema;
  answer: v.GenericSchema;
  refusal?: v.GenericSchema;
  /**
   * Statuses that this call refuses with, beyond those that its body, its query, its parameters and its method bring.
   */
  refuses?: readonly number[];
  /**
   * A reader without a session may have one after it: such calls of a browser go one after the other, so that the
   * second brings the cookie of the first.
   */
  begins_session?: true;
  /**
   * A change that is the same when it is made twice, and answers alike: after a 503, which does not say whether it was
   * made, a browser makes it again by itself. A GET needs no such word.
   */
  repeatable?: true;
  /** A browser that asks for a page (a form without a script) is led on to one, with 303. */
  leads_on?: true;
  /**
   * What its own rules refuse is told on a page, since a form's reader has no script; 403 and 413 come before them, as
   * JSON.
   */
  tells_on_page?: true;
  /** The media types of its answer, where that is a file, a picture or a page and not JSON. */
  media?: readonly string[];
  /**
   * The statuses of its answers, where they are not 200 alone: 204 has no body, 206 is a part of a file, 416 has no
   * such part, 304 says that the browser has it.
   */
  answers?: readonly (200 | 204 | 206 | 304 | 416)[];
  /** The media types of a body that the route reads as it came, because it is signed or a letter. */
  raw?: readonly string[];
  /** What a form sends whose route reads it itself, to tell on a page what is wrong with it. */
  fields?: v.GenericSchema;
  /**
   * What lets a caller in: one of these lists, all of it. Left out, anybody may call, and a session says no more than
   * whose the answer is; empty, it says nothing.
   */
  security?: readonly (readonly Credential[])[];
};

/**
 * What lets somebody in. `session`: the cookie of who is logged in. `token`: of a letter, in the query. `receipt` and
 * `signature`: of a download's link.
 * `provider`: the card provider's signature. `return_address`: a signed address of a letter. `metrics`: the token of
 * who watches the service.
 * `desk`: the cookie of who is signed in at the publisher's desk. A token in the path is a parameter, and says so
 * itself.
 */
export type Credential = 'session' | 'token' | 'receipt' | 'signature' | 'provider' | 'return_address' | 'metrics' | 'desk';

/** An address that a browser is sent to: it answers a GET with a redirect (302). */
export type Redirect = Pick<Endpoint, 'path' | 'summary' | 'query' | 'refusal' | 'refuses'>;
