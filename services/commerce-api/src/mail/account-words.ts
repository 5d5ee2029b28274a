import type { Block, Letter } from './letter.ts';
import type { Wording } from './messages.ts';
import type { Sender } from './receipt-letter.ts';

/** What the letters about an account and its login are written with. */
export type AccountWorld = { secret: string; now: Date; sender: Sender; say: Wording };

type Key = Parameters<Wording>[0];
/** A letter's kind as its texts are named: `<name>_subject`, `<name>_preheader` and `<name>_heading` are there. */
type Name = Extract<Key, `${string}_preheader`> extends `${infer Name}_preheader` ? Name : never;

/** The blocks and the frame that these letters share. */
export function accountWords({ sender, say }: Pick<AccountWorld, 'sender' | 'say'>) {
  const values = { publication: sender.name, support: sender.support };
  return {
    text: (key: Key, more: Record<string, string> = {}): Block => ({ type: 'paragraph', text: say(key, { ...values, ...more }) }),
    // Every link leads to a page with a button: programs that follow the links of a letter change nothing by it.
    button: (key: Key, path: string): Block => ({ type: 'button', text: say(key, values), url: new URL(path, sender.url).href }),
    letter: (name: Name, blocks: Block[]): Letter => ({
      subject: say(`${name}_subject`, values),
      preheader: say(`${name}_preheader`, values),
      sender: { name: sender.name, url: sender.url },
      footer: say('access_footer', values),
      blocks: [{ type: 'heading', text: say(`${name}_heading`, values) }, ...blocks],
    }),
  };
}
