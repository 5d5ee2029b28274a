import type { DeletePreview } from '@newsstand/contracts/account-data';
import type { CodedText } from './coded-text.ts';

/**
 * What a refusal may answer with: 401 is for who is not logged in, 402 is for payments, 409 for what changed meanwhile,
 * 410 for a link that has expired, 422 for fields, 503 for what will be back.
 */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503;

/**
 * What stands beside the errors, for the page to offer: what the reader must do first (`PaymentFailure`), or somebody
 * at the desk (`step-up`: show their key again), or what they would confirm now.
 */
type More = { require?: 'login' | 'step-up'; preview?: DeletePreview };

/** What one field, or the whole, is refused with: several are told one after the other. */
export type RefusalText = CodedText | readonly CodedText[];
export type FieldTexts = Readonly<Record<string, RefusalText>>;

/**
 * The service understood and says no. Verbs throw it; `onError` alone turns it into `{ errors, codes }`, in the
 * publication's words.
 */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly texts: RefusalText | FieldTexts;
  /** For 429: seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;
  readonly more: More;

  constructor(status: RefusalStatus, texts: RefusalText | FieldTexts, retryAfter?: number, more: More = {}) {
    super(`refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.texts = texts;
    this.retryAfter = retryAfter;
    this.more = more;
  }
}
