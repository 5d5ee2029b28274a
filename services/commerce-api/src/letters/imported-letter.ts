import { pageUrl } from '@newsstand/contracts/paths';
import * as v from 'valibot';
import type { Wording } from '../publication/texts/letter-texts.ts';
import type { Block, Letter } from './letter.ts';
import type { Sender } from './receipt-letter.ts';

export const ImportedLetter = v.object({ name: v.string() });

/** To whom another system knew as a subscriber: that their subscription is here, and how they see it. */
export function importedLetter({ name }: v.InferOutput<typeof ImportedLetter>, sender: Sender, say: Wording): Letter {
  const values = { publication: sender.name, support: sender.support };
  const paragraph = (text: string): Block => ({ type: 'paragraph', text });
  return {
    subject: say('imported_subject', values),
    preheader: say('imported_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('issue_out_footer', values),
    blocks: [
      { type: 'heading', text: say('imported_heading', values) },
      paragraph(say('greeting', { name })),
      paragraph(say('imported_intro', values)),
      paragraph(say('imported_login', values)),
      { type: 'button', text: say('imported_button', values), url: pageUrl(sender, 'account') },
      paragraph(say('charge_help', values)),
    ],
  };
}
