import path from 'node:path';
import type { Credential } from '@newsstand/contracts/endpoint';
import { endpoints } from '@newsstand/contracts/endpoints';
import { oauthRedirects } from '@newsstand/contracts/oauth';
import { type WEBHOOK_EVENTS, WebhookMessage } from '@newsstand/contracts/webhook';
import { BODY_TYPES } from '../platform/http/read-body.ts';
import { REFUSED } from '../platform/http/refusal-statuses.ts';
import { type ApiDocument, documentOf, type Publish, readExamples, type SecurityScheme, type Webhooks } from './openapi.ts';
import { ownEndpoints } from './own-endpoints.ts';

/**
 * The OpenAPI document of every endpoint that readers, pages and machines call. `cookie` is the name of the session's.
 */
export async function makeDocument({ publicUrl, cookie }: { publicUrl: string; cookie: string }): Promise<ApiDocument> {
  return documentOf({
    info: {
      title: 'Newsstand commerce API',
      version: '1',
      description:
        'Money is whole cents of the publication’s currency. Instants are ISO 8601 in UTC, and dates ISO 8601 without a time. Errors are `{ errors, codes }`: a message, ' +
        'or one for each field, and beside it, for programs, the code of its text. Bodies may be JSON or form-encoded. Sections are those of the specification.',
    },
    url: publicUrl,
    tables: { endpoints, oauthRedirects, ownEndpoints },
    tagOf: ({ path: address, answer }) => address.split('/')[answer ? 2 : 1] ?? 'access',
    securitySchemes: securitySchemes(cookie),
    refused: REFUSED,
    takes: BODY_TYPES,
    examples: await readExamples(path.join(import.meta.dirname, 'examples.json')),
    webhooks: { schemas: WebhookMessage.options, describe: describeWebhooks },
  });
}

/**
 * Each event as an operation of the publisher's: what comes, how it is signed, and what its answer means
 * (docs/guide-webhooks.md).
 */
const describeWebhooks = (publish: Publish): Webhooks =>
  Object.fromEntries(
    WebhookMessage.options.map((option) => {
      const event = option.entries.type.literal;
      const operation = {
        operationId: `hear-${event.replace('.', '-')}`,
        summary: TOLD[event],
        description: 'Signed by the rules of Standard Webhooks, over id, time and body. It may come twice, and in any order.',
        security: [],
        parameters: SIGNED.map(([name, description]) => ({
          name,
          in: 'header' as const,
          required: true,
          description,
          schema: { type: 'string' as const },
        })),
        requestBody: { required: true, content: { 'application/json': { schema: publish(option) } } },
        responses: {
          '2XX': { description: 'Taken' },
          410: { description: 'Not wanted any more: it is not told again' },
          default: { description: 'Not taken: it is told again, ever later, for about two days' },
        },
      };
      return [event, { post: operation }];
    }),
  );

const SIGNED = [
  ['webhook-id', 'Which message this is: keep it, and take each once'],
  ['webhook-timestamp', 'When it was sent, in seconds; refuse what is older than five minutes'],
  ['webhook-signature', '`v1,` and an HMAC-SHA256 in base64; several, by spaces, while a secret is changed'],
] as const;

const TOLD: Record<(typeof WEBHOOK_EVENTS)[number], string> = {
  'order.paid': 'An order is paid',
  'subscription.begun': 'A term of a subscription begins',
  'subscription.changed': 'A subscription has another level, or comes otherwise',
  'subscription.ended': 'A subscription is over',
  'gift.redeemed': 'A gift is redeemed',
  'donation.given': 'A donation is paid',
  'list.joined': 'An address comes onto a mailing list',
  'list.left': 'An address is taken off a mailing list',
  'stock.low': 'A good is about to be sold out',
};

function securitySchemes(cookie: string): Record<Exclude<Credential, 'desk'>, SecurityScheme & { description: string }> {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookie,
      description: 'The session of a browser: of a guest, or of a reader who is logged in.',
    },
    token: { type: 'apiKey', in: 'query', name: 'token', description: 'The token of a letter, which stands for who was sent it.' },
    receipt: { type: 'apiKey', in: 'query', name: 'receipt', description: 'The token of the receipt with which a file was bought.' },
    signature: {
      type: 'apiKey',
      in: 'query',
      name: 'signature',
      description: 'What signs the link of a file, with the instant when it expires.',
    },
    provider: { type: 'apiKey', in: 'header', name: 'stripe-signature', description: 'The card provider’s signature of the body.' },
    return_address: { type: 'apiKey', in: 'query', name: 'to', description: 'The return address of one letter, which is signed.' },
    metrics: { type: 'http', scheme: 'bearer', description: 'The token of whoever watches the service (METRICS_TOKEN), where one is set.' },
  };
}
