import * as v from 'valibot';
import { Bearer } from './bearer.ts';

export const DownloadFormat = v.picklist(['pdf', 'epub']);
export type DownloadFormat = v.InferOutput<typeof DownloadFormat>;

/**
 * `url` begins with /api and is signed: for an account, in whose browsers it works, or for who holds a receipt. It
 * works until `expires`, an ISO instant.
 */
export const Download = v.object({ format: DownloadFormat, url: Bearer, expires: v.string() });
export type Download = v.InferOutput<typeof Download>;

/** An issue that somebody bought as a file, with the links that are theirs. */
export const HeldIssue = v.object({ slug: v.string(), downloads: v.array(Download) });
export type HeldIssue = v.InferOutput<typeof HeldIssue>;

/** The same file, to be read in the browser and not saved: of a PDF only, since browsers show no EPUB. */
export const toRead = ({ url }: Download): string => `${url}&read=1`;
