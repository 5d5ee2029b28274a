import { catalogue } from '../../platform/http/coded-text.ts';

/**
 * What a reader is told whose subscription cannot be changed as they ask. A publication's `messages` override them by
 * key: `update-api.blocked`.
 */
export const UPDATE_TEXTS = {
  /** Section 8, subscription update unavailable. */
  unavailable:
    "Unfortunately, options for updating this subscription are not available. If you're only trying to change your mailing address, please visit this page.",
  blocked: 'This change cannot be made here. Please contact {support}.',
  on_its_way: 'A payment for this subscription is on its way. As soon as it has arrived, it is updated.',
  other_zone: 'This address is in another part of the world than the one that you chose. Please choose a country there.',
} as const;

export const updateText = catalogue('update-api', UPDATE_TEXTS);
