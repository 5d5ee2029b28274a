/**
 * Throws where what stands in for the outside world would be for more than this machine: anybody can be anybody there,
 * read every letter, and pay with nothing. `host` is where it listens, `origins` are the pages that it serves.
 * NODE_ENV=production makes it stricter, and nothing less strict.
 */
export function thisMachineOnly(host: string, origins: readonly string[] = []): void {
  if (process.env.NODE_ENV?.trim().toLowerCase() === 'production')
    throw new Error('What stands in for others does not start in production.');
  const elsewhere = [host, ...origins.map((origin) => URL.parse(origin)?.hostname ?? origin)].find((name) => !isThisMachine(name));
  if (elsewhere !== undefined) throw new Error(`What stands in for others is for this machine only, not for ${elsewhere}.`);
}

function isThisMachine(host: string): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.(0|[1-9]\d{0,2})){3}|::1|\[::1\])$/i.test(host);
}
