/** The lists that a sign-up is for: those that the element names (`data-list-tag`, space-separated) and those in the page's address (`?list-tag=`, repeatable; section 2). */
export const listTags = (option: string | undefined, search: string): string[] => {
  const named = (option ?? '').split(/\s+/).concat(new URLSearchParams(search).getAll('list-tag'));
  return [...new Set(named.filter((tag) => tag !== ''))];
};
