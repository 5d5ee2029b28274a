import { Agent, request } from 'node:http';

export type Turn = { perSecond: number; latencies: number[] };
export type Call = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

/**
 * `clients` at once, each sending its next call when the last was answered, for `milliseconds`. Any other status than
 * 200 is an error.
 */
export async function load(
  origin: string,
  next: () => Call,
  { clients = 8, milliseconds }: { clients?: number; milliseconds: number },
): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  const began = performance.now();
  const end = began + milliseconds;
  const client = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      await send(agent, origin, next());
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { perSecond: (latencies.length * 1000) / (performance.now() - began), latencies };
}

function send(agent: Agent, origin: string, { method, path, headers, body }: Call): Promise<void> {
  return new Promise((done, fail) => {
    const sent = request(`${origin}${path}`, { agent, method, headers }, (response) => {
      response.resume();
      response.once('end', () => (response.statusCode === 200 ? done() : fail(new Error(`${method} ${path}: ${response.statusCode}`))));
    });
    sent.once('error', fail);
    sent.end(body);
  });
}

/** The value below which this part of all values lies. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
