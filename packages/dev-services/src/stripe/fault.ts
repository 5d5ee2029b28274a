/** What Stripe puts under `error`: `type`, `message` and whatever the case adds. */
export type FaultBody = { type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'; message: string } & Record<
  string,
  unknown
>;

/**
 * A refusal in Stripe's own words. Unlike a bug, it keeps what was done up to it: a declined intent remembers its
 * decline.
 */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: FaultBody;

  constructor(status: number, body: FaultBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string; status?: number } & Record<string, unknown> = {},
): StripeFault {
  const { status = 400, ...rest } = details;
  return new StripeFault(status, { type: 'invalid_request_error', message, ...rest });
}

export function missing(what: string, id: string, param = 'id'): StripeFault {
  return invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param, status: 404 });
}
