/** Section 2: where whoever has a gift's token redeems it. */
export function redeemUrl(site: string, token: string): string {
  const url = new URL('/subscribe/redeem', site);
  url.searchParams.set('token', token);
  return url.href;
}
