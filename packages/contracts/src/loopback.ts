/**
 * Whether a host's name or address can be nothing but the machine itself: `localhost` and the names below it,
 * 127.0.0.0/8, `::1` (RFC 6761, RFC 1122, RFC 4291). Whatever is written in another way counts as elsewhere: who
 * decides by this fails closed.
 */
export function isLoopbackHost(host: string): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.(0|[1-9]\d{0,2})){3}|::1|\[::1\])$/i.test(host);
}

/** The same of a URL's host. What is no URL, and a URL without a host, is elsewhere. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(URL.parse(url)?.hostname ?? '');
}
