import { createHmac } from 'node:crypto';
import { DownloadFormat, type Download } from '@newsstand/contracts/download';
import { DAY, SECOND } from '../platform/duration.ts';
import { isSame } from '../platform/secrets.ts';

/** A page that was left open over night can still be used in the morning. */
const LIFETIME = DAY;

type Link = { slug: string; format: DownloadFormat; reader: string; expires: number };
export type LinkState = 'valid' | 'expired' | 'forged';

type World = { now: Date; secret: string };

/**
 * Links to an issue's files for one reader. They say nothing of who that is, and the database is not asked to check
 * them.
 */
export const downloadsOf = (slug: string, accountId: string, world: World): Download[] => linksOf(slug, accountId, {}, world);

/**
 * Links for whoever holds a receipt, logged in or not: they name it. Whether it is still worth them is for the database
 * to say.
 */
export const receiptDownloadsOf = (slug: string, receipt: string, world: World): Download[] =>
  linksOf(slug, holderOf(receipt), { receipt }, world);

/** Who a receipt's links are signed for: an account's id is never that. */
export const holderOf = (receipt: string): string => `receipt ${receipt}`;

function linksOf(slug: string, reader: string, named: Record<string, string>, { now, secret }: World): Download[] {
  // The same until the hour is over, so that a page that reloads does not change under the reader's finger.
  const expires = Math.ceil((now.getTime() + LIFETIME) / (3600 * SECOND)) * 3600;
  return DownloadFormat.options.map((format) => {
    const query = new URLSearchParams({
      ...named,
      expires: String(expires),
      signature: signature({ slug, format, reader, expires }, secret),
    });
    return { format, url: `/api/download/${slug}/${format}?${query}`, expires: new Date(expires * SECOND).toISOString() };
  });
}

/** Whether a link is ours and for this reader. */
export function checkLink(
  { signature: given, ...link }: Link & { signature: string },
  { now, secret }: { now: Date; secret: string },
): LinkState {
  if (!Number.isSafeInteger(link.expires) || !isSame(given, signature(link, secret))) return 'forged';
  return link.expires * SECOND > now.getTime() ? 'valid' : 'expired';
}

function signature({ slug, format, reader, expires }: Link, secret: string): string {
  return createHmac('sha256', secret).update(`download\0${slug}\0${format}\0${reader}\0${expires}`).digest('base64url');
}
