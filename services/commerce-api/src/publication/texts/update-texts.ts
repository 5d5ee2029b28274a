import { catalogue } from '../../platform/http/told.ts';

/** What a reader is told whose subscription cannot be changed as they ask. A publication's `messages` override them by key: `update-api.blocked`. */
export const UPDATE_TEXTS = {
  blocked: 'This change cannot be made here. Please contact {support}.',
  on_its_way: 'A payment for this subscription is on its way. As soon as it has arrived, it is updated.',
  other_zone: 'This address is in another part of the world than the one that you chose. Please choose a country there.',
} as const;

export const updateText = catalogue('update-api', UPDATE_TEXTS);
