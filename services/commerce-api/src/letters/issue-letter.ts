import { pageUrl } from '@newsstand/contracts/paths';
import * as v from 'valibot';
import type { AccountWorld } from './account-words.ts';
import type { Block, Letter } from './letter.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/**
 * An issue that is out, for one of its readers: `owner` their account, `lacks_address` where it is posted and nobody
 * knows where to, `came_back` since the post brought a copy back from where they live as far as we know.
 */
export const IssueOut = v.object({
  owner: v.string(),
  name: v.string(),
  issue: v.number(),
  title: v.string(),
  slug: v.string(),
  medium: v.picklist(['digital', 'print']),
  lacks_address: v.boolean(),
  came_back: v.optional(v.boolean(), false),
});
export type IssueOut = v.InferOutput<typeof IssueOut>;

/** `api`: the API's own address. */
type IssueWorld = Pick<AccountWorld, 'sender' | 'say' | 'secret'> & { api: string };

/**
 * To every reader who is given the issue and wants to know (`runRelease`): one that is read online leads to it, one
 * that is posted is on its way.
 */
export function issueLetter(told: IssueOut, { sender, say, secret, api }: IssueWorld): Letter {
  const { owner, name, issue, title, slug, medium, lacks_address, came_back } = told;
  const values = { publication: sender.name, support: sender.support, issue, title };
  const isPosted = medium === 'print' && !lacks_address;
  const text = (key: Parameters<typeof say>[0]): Block => ({ type: 'paragraph', text: say(key, values) });
  const button = (key: Parameters<typeof say>[0], url: string): Block => ({
    type: 'button',
    text: say(key, values),
    url,
  });
  const address = pageUrl(sender, 'account-address');
  const page = pageUrl(sender, 'issue', slug);
  return {
    subject: say(isPosted ? 'issue_out_print_subject' : 'issue_out_subject', values),
    preheader: say(medium === 'print' ? 'issue_out_print_preheader' : 'issue_out_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('issue_out_footer', values),
    unsubscribe: { text: say('issue_out_off', values), url: unsubscribeUrl(api, secret, owner) },
    blocks: [
      { type: 'heading', text: say(medium === 'print' ? 'issue_out_print_heading' : 'issue_out_heading', values) },
      { type: 'paragraph', text: say('greeting', { name }) },
      ...(came_back
        ? [text('issue_out_came_back'), button('address_needed_button', address), text('address_needed_same')]
        : lacks_address
          ? [text('issue_out_no_address'), button('issue_out_address_button', address)]
          : [
              text(medium === 'print' ? 'issue_out_print' : 'issue_out_digital'),
              button(medium === 'print' ? 'issue_out_print_button' : 'issue_out_button', page),
            ]),
      text('issue_out_help'),
    ],
  };
}
