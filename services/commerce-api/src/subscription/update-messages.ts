/** What a reader is told whose subscription cannot be changed as they ask. A publication's `messages` override them by key: `update-api.blocked`. */
export const UPDATE_TEXTS = {
  blocked: 'This change cannot be made here. Please contact {support}.',
  on_its_way: 'A payment for this subscription is on its way. As soon as it has arrived, it is updated.',
  other_zone: 'This address is in another part of the world than the one that you chose. Please choose a country there.',
} as const;

export function updateMessage(overrides: Record<string, string>, key: keyof typeof UPDATE_TEXTS, support: string): string {
  return (overrides[`update-api.${key}`] ?? UPDATE_TEXTS[key]).replaceAll('{support}', () => support);
}
