/** Section 2, the outbound sign-in redirects. */
export const oauthAddress = (base: string, way: 'google' | 'openathens/deeplink', query: Readonly<Record<string, string>>): string =>
  `${base}/oauth/${way}?${new URLSearchParams(query)}`;
