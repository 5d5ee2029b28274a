/** What a piece of a line is called in letters and on pages. */
export const goodName = ({ name, detail }: { name: string; detail: string | null }): string => [name, detail].filter(Boolean).join(', ');
