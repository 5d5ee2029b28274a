import * as v from 'valibot';
import { tokenOf } from '../platform/secrets.ts';
import type { AccountWorld } from './account-words.ts';
import type { Block, Letter } from './letter.ts';

/** Letters to the publisher's own people. */
export const StaffLetterKind = v.picklist(['staff-invite', 'staff-recovery', 'staff-files', 'staff-looks', 'staff-key']);
export type StaffLetterKind = v.InferOutput<typeof StaffLetterKind>;

/** `desk`: its address, which the replica that sends the letter need not serve. */
const Invite = v.object({
  nonce: v.string(),
  expires: v.string(),
  desk: v.string(),
  /**
   * Why there is a new passkey: somebody is new, has lost all that they had, or wants a further one. Letters of before
   * say none.
   */
  why: v.optional(v.picklist(['new', 'lost', 'further']), 'new'),
});
/** For `who` a new passkey was asked for by `by`, in place of those that they have. */
const Recovery = v.object({ who: v.string(), by: v.string() });

/** `who` has made a passkey: with a link that was made for them, or where they were signed in. */
const Key = v.object({ who: v.string(), how: v.picklist(['invited', 'further']) });

/** `who` took these files of people within a day. */
const Files = v.object({ who: v.string(), files: v.array(v.string()) });
/** `who` opened the pages of more readers in an hour than the work asks for. */
const Looks = v.object({ who: v.string() });

const INVITED = { new: 'staff_invite', lost: 'staff_lost', further: 'staff_further' } as const;
type Invited = (typeof INVITED)[keyof typeof INVITED];

/** Writes a letter to somebody of the publisher's; null for one that comes too late. */
export function staffLetter(
  kind: StaffLetterKind,
  payload: unknown,
  { secret, now, sender, say }: Pick<AccountWorld, 'secret' | 'now' | 'sender' | 'say'>,
): Letter | null {
  const values = { publication: sender.name, support: sender.support };
  const text = (key: Parameters<typeof say>[0], more: Record<string, string> = {}): Block => ({
    type: 'paragraph',
    text: say(key, { ...values, ...more }),
  });
  const letter = (name: Invited | 'staff_recovery' | 'staff_files' | 'staff_looks' | 'staff_key', blocks: Block[]): Letter => ({
    subject: say(`${name}_subject`, values),
    preheader: say(`${name}_preheader`, values),
    sender: { name: sender.name, url: sender.url },
    footer: say('staff_footer', values),
    blocks: [{ type: 'heading', text: say(`${name}_heading`, values) }, ...blocks],
  });
  switch (kind) {
    case 'staff-invite': {
      const { nonce, expires, desk, why } = v.parse(Invite, payload);
      if (new Date(expires) <= now) return null;
      // Behind the #, so that it is in no server's log.
      const url = `${desk}/welcome#${tokenOf(secret, nonce)}`;
      return letter(INVITED[why], [
        text(`${INVITED[why]}_intro`),
        { type: 'button', text: say('staff_invite_button', values), url },
        text(`${INVITED[why]}_lifetime`),
      ]);
    }
    case 'staff-looks':
      return letter('staff_looks', [text('staff_looks_intro', v.parse(Looks, payload)), text('staff_looks_help', v.parse(Looks, payload))]);
    case 'staff-recovery':
      return letter('staff_recovery', [
        text('staff_recovery_intro', v.parse(Recovery, payload)),
        text('staff_recovery_help', v.parse(Recovery, payload)),
      ]);
    case 'staff-key': {
      const { who, how } = v.parse(Key, payload);
      return letter('staff_key', [text(`staff_key_${how}`, { who }), text('staff_key_help', { who })]);
    }
    case 'staff-files': {
      const { who, files } = v.parse(Files, payload);
      const values = { who, count: String(files.length), files: files.join('; ') };
      return letter('staff_files', [text('staff_files_intro', values), text('staff_files_help', values)]);
    }
  }
}
