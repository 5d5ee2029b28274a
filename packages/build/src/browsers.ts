/**
 * The oldest browsers that the front end is built for: those with import maps, constructable style sheets and cascade
 * layers.
 */
export const BROWSERS = ['chrome >= 111', 'edge >= 111', 'firefox >= 114', 'safari >= 16.4'];
