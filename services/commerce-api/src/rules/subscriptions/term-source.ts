/**
 * What gave a term to its owner, by how its `source` begins; what follows, and names that one, is in docs/domain.md.
 */
export const SOURCES = ['order', 'renewal', 'gift', 'posted-gift', 'comp', 'import', 'left'] as const;
export type SourceKind = (typeof SOURCES)[number];

/** The source of a term: it is its own, so that what gave it, done again, adds nothing. */
export const termSource = (kind: SourceKind, ...named: readonly (string | number)[]): string => [kind, ...named].join(':');

/** Whether a term came so. */
export const cameBy = ({ source }: { source: string }, kind: SourceKind): boolean => source.startsWith(termSource(kind, ''));
