/** The size of a cover, in pixels. */
export const W = 600;
export const H = 780;

/** What is particular to one cover: its picture, and the inks of the masthead, of its loose piece and of the title. */
export type Cover = { background: string; mast: string; exclave: string; title: string; defs?: string; art: string };
