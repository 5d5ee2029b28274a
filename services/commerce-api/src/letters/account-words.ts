import { pageUrl, pathOf, type NamedPage, type PageOfOne } from '@newsstand/contracts/paths';
import { asksPassword } from '@newsstand/contracts/asks-password';
import type { Wording } from '../publication/texts/letter-texts.ts';
import type { Block, Letter } from './letter.ts';
import type { Sender } from './receipt-letter.ts';

/**
 * What the letters about an account and its login are written with. `logins` are the publication's ways to log in:
 * where none is a password no letter speaks of one.
 */
export type AccountWorld = { secret: string; now: Date; sender: Sender; say: Wording; logins?: Parameters<typeof asksPassword>[0] };

/** What a letter of these leads to: a page of its own, whomever it is about. */
type LetterPage = Exclude<NamedPage, PageOfOne>;
type Key = Parameters<Wording>[0];
/** A letter's kind as its texts are named: `<name>_subject`, `<name>_preheader` and `<name>_heading` are there. */
type Name = Extract<Key, `${string}_preheader`> extends `${infer Name}_preheader` ? Name : never;

/** The blocks and the frame that these letters share. */
export function accountWords({ sender, say, logins }: Pick<AccountWorld, 'sender' | 'say' | 'logins'>) {
  const values = { publication: sender.name, support: sender.support };
  const text = (key: Key, more: Record<string, string> = {}): Block => ({ type: 'paragraph', text: say(key, { ...values, ...more }) });
  // Every link leads to a page with a button: programs that follow the links of a letter change nothing by it.
  const button = (key: Key, page: LetterPage, hash = ''): Block => ({
    type: 'button',
    text: say(key, values),
    url: pageUrl(sender, page) + hash,
  });
  // The login page with the panel open that sends a link; who is logged in is led on to their sessions, where a
  // password is set too.
  const secureUrl = (): string => `${pageUrl(sender, 'login', null, { redirect: pathOf(sender.paths, 'account-sessions') })}#reset`;
  const hasPassword = asksPassword(logins);
  return {
    text,
    button,
    /** What to do against whoever it was. */
    notYou: (): Block => text(hasPassword ? 'not_you_help' : 'not_you_sessions'),
    secure: (): Block =>
      hasPassword
        ? { type: 'button', text: say('secure_button', values), url: secureUrl() }
        : button('secure_sessions', 'account-sessions'),
    /** `footer`: why it comes to this address. */
    letter: (name: Name, blocks: Block[], footer: 'access_footer' | 'footer' = 'access_footer'): Letter => ({
      subject: say(`${name}_subject`, values),
      preheader: say(`${name}_preheader`, values),
      sender: { name: sender.name, url: sender.url },
      footer: say(footer, values),
      blocks: [{ type: 'heading', text: say(`${name}_heading`, values) }, ...blocks],
    }),
  };
}
