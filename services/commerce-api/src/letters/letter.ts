import type { LetterLook } from '../publication/letter-look-schema.ts';

/** One line of a bill: what, how many, and its price as a reader sees it. */
export type BillLine = { name: string; detail: string | null; quantity: string; amount: string };

/** What a letter is made of. Texts are plain: the renderers escape them. */
export type Block =
  | { type: 'heading'; text: string }
  | { type: 'paragraph'; text: string }
  | { type: 'code'; text: string }
  | { type: 'button'; text: string; url: string }
  | { type: 'facts'; facts: { name: string; value: string }[] }
  | { type: 'bill'; lines: BillLine[]; sums: { name: string; value: string }[]; total: { name: string; value: string } }
  /** `png` goes with the letter, so that showing it tells nobody that it was opened. */
  | { type: 'picture'; name: string; png: Buffer; alt: string; width: number }
  | { type: 'address'; title: string; lines: string[] };

/** A file that goes with a letter. */
export type Attachment = { name: string; content: Buffer; type: string };

/**
 * A letter before it is text or HTML. `preheader` is the line that mail programs show beside the subject; `sender`
 * heads it, `footer` ends it.
 */
export type Letter = {
  subject: string;
  preheader: string;
  sender: { name: string; url: string };
  blocks: Block[];
  footer: string;
  /**
   * Of a letter that its reader may have no more of: the words and the address of the page that ends them, which also
   * answers a mail program's own button (RFC 8058).
   */
  unsubscribe?: { text: string; url: string };
  attachments?: Attachment[];
  /** The publication's; plain where it is not said. */
  look?: LetterLook;
};
