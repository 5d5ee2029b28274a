/**
 * The lists that a sign-up is for: those that the element names (`data-list-tag`, space-separated) and those in the
 * page's address (`?list-tag=`, repeatable; section 2). What can be no list's name is none: a reader is not refused for
 * it.
 */
export const listTags = (option: string | undefined, search: string): string[] => {
  const named = [option, ...new URLSearchParams(search).getAll('list-tag')].join(' ').toLowerCase().split(/\s+/);
  return [...new Set(named.filter((tag) => /^(?!-)[a-z\d-]{1,40}$/.test(tag)))];
};

/** Says in the console which of them are no lists, where it is known which there are: the API leaves those out. */
export const sayUnknown = (tags: readonly string[], lists = tags): void => {
  for (const tag of tags) if (!lists.includes(tag)) console.warn(`[newsstand] no list "${tag}", but ${lists.join(', ')}`);
};
