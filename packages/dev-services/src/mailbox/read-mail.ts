import PostalMime from 'postal-mime';
import type { Mail } from './mail.ts';

export type Envelope = { from: string; to: string[] };

/** What a reader's mail program would make of the message. */
export async function readMail(raw: Buffer, envelope: Envelope): Promise<Omit<Mail, 'id'>> {
  const message = await PostalMime.parse(raw);
  return {
    at: new Date().toISOString(),
    ...envelope,
    subject: message.subject ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
    headers: Object.fromEntries(message.headers.map((header) => [header.key, header.value])),
    attachments: message.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      type: mimeType,
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  };
}
