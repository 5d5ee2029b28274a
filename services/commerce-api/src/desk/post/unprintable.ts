import { labelCode } from '@newsstand/contracts/desk-post';
import type { Unprintable } from '@newsstand/contracts/label-sheets';
import { unprintable } from '../../files/pdf-font.ts';
import type { PostLabel } from '../../ledger/releases/post-labels.ts';
import { postalLines } from '../../rules/subscriptions/postal-lines.ts';

/** How many are named one by one. */
const NAMED = 20;

type Addressed = { name: string; lines: readonly string[] };

/** What is to stand on a label that is posted from there. */
export const addressed = (label: PostLabel, from: string | null) => ({
  code: labelCode(label),
  owner: label.owner,
  name: label.name,
  lines: postalLines(label.address, from),
});

/** A paper with empty boxes for a name or a town goes nowhere, or to somebody else. */
export const isUnprintable = ({ name, lines }: Addressed): boolean => unprintable([name, ...lines].join(' ')) !== '';

/** Of addressed papers those that no PDF can write; nothing where it can write all of them. */
export function unprintableOf(papers: readonly (Addressed & { code: string; owner?: string })[]): { unprintable?: Unprintable } {
  const all = papers.filter(isUnprintable);
  if (all.length === 0) return {};
  const first = all.slice(0, NAMED).map(({ code, name, owner }) => ({ label: code, name, ...(owner !== undefined && { owner }) }));
  return { unprintable: { count: all.length, first } };
}

/**
 * Latin, Greek and Cyrillic letters and the signs beside them, as a database writes a set of them. Every face here has
 * those: addresses with others are looked at letter by letter.
 */
export const PRINTABLE = String.raw`\u0001-\u02cd\u0370-\u03e1\u0400-\u045f\u1ea0-\u1ef9\u2010-\u2026\u20ac`;
