import PostalMime from 'postal-mime';

/** The HTML of a mail with the pictures that came with it in their places (`cid:`), as a mail program shows it. */
export async function withPictures(html: string, raw: Uint8Array): Promise<string> {
  const { attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (contentId === undefined || typeof content !== 'string') return shown;
    return shown.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, `data:${mimeType};base64,${content}`);
  }, html);
}
