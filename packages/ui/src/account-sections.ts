import { ownPath } from './messages.ts';

/** A part of /account: its name, and the end of its address. */
const SECTIONS = {
  overview: 'account.overview',
  settings: 'account.settings',
  subscription: 'account.subscription_settings',
  payment: 'account.payment_settings',
  issues: 'account.issues_received',
  donations: 'account.donations',
  gifts: 'account.gifts',
  papers: 'account.papers',
  privacy: 'account.privacy',
} as const;

export type AccountSection = keyof typeof SECTIONS;
export type Section = { id: AccountSection; title: (typeof SECTIONS)[AccountSection] };

type Lists = { issues: readonly unknown[]; donations: readonly unknown[]; gifts?: readonly unknown[] | undefined };

/** The sections of somebody's account, in its order: nobody is led to an empty list. */
export const sectionsOf = ({ issues, donations, gifts = [] }: Lists): Section[] => {
  const isEmpty: { [Id in AccountSection]?: boolean } = { issues: !issues.length, donations: !donations.length, gifts: !gifts.length };
  let id: AccountSection;
  const sections: Section[] = [];
  for (id in SECTIONS) if (!isEmpty[id]) sections.push({ id, title: SECTIONS[id] });
  return sections;
};

/** The id of a section's element. */
export const sectionId = (id: AccountSection): string => `account-${id}`;

export const sectionPath = (id: AccountSection): string => `${ownPath('/account')}#${sectionId(id)}`;
