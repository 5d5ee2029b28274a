/**
 * Whether the page says that staff looks at a reader's account (`<html data-newsstand-view-only>`,
 * docs/guide-embed.md): what would change something is disabled then, as the server refuses it.
 */
export const isViewOnly = (): boolean => 'newsstandViewOnly' in document.documentElement.dataset;
