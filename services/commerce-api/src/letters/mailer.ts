import { createTransport } from 'nodemailer';
import { SECOND } from '../platform/duration.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { Letter } from './letter.ts';

/**
 * Connections to the mail server, and letters that one replica hands to it at one time: most of the time of one is
 * waiting.
 */
export const TOGETHER = 10;

export type Mailer = {
  /**
   * Hands a letter to the mail server; resolves once it has taken it. `id` makes the Message-ID, the same each time it
   * is tried. `returnTo` is where it comes back.
   */
  send(letter: Letter, envelope: { id: string; from: string; to: string; returnTo?: string | undefined }): Promise<void>;
  close(): void;
};

export function openMailer(smtpUrl: string): Mailer {
  const options = { url: smtpUrl, connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND };
  const transport = createTransport({ ...options, pool: true, maxConnections: TOGETHER, maxMessages: Infinity });
  return {
    send: async (letter, { id, from, to, returnTo }) => {
      await transport.sendMail({
        from,
        // As an object: text would be read as a list of recipients.
        to: { name: '', address: to },
        ...(returnTo !== undefined && { envelope: { from: { name: '', address: returnTo }, to: { name: '', address: to } } }),
        subject: letter.subject,
        text: letterText(letter),
        html: letterHtml(letter),
        attachments: [
          ...files(letter),
          ...letter.blocks.flatMap((block) =>
            block.type === 'picture'
              ? [
                  {
                    cid: block.name,
                    filename: block.name,
                    content: block.png,
                    contentType: 'image/png',
                    contentDisposition: 'inline' as const,
                  },
                ]
              : [],
          ),
        ],
        messageId: `<${id}@${new URL(letter.sender.url).hostname}>`,
        // Nobody's vacation reply should come back.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(letter.unsubscribe && {
            'List-Unsubscribe': `<${letter.unsubscribe.url}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transport.close(),
  };
}

function files({ attachments = [] }: Letter) {
  return attachments.map(({ name, content, type }) => ({ filename: name, content, contentType: type }));
}
