import type { LoginTab } from '@newsstand/contracts/reader';
import type { AccessConfig } from '../../platform/config/access-config.ts';
import type { PublishedData } from '../../publication/published-data.ts';

/** The tabs that the publication wants and that work here (section 2: Google only if it is configured). */
export function loginTabs({ settings, institutions }: PublishedData, { google, openathens }: AccessConfig): LoginTab[] {
  return settings.logins.filter((tab) => {
    switch (tab) {
      case 'google':
        return google !== null;
      case 'institutional':
        return openathens !== null && institutions.length > 0;
      case 'password':
      case 'email-code':
        return true;
    }
  });
}
