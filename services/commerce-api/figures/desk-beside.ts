// node figures/desk-beside.ts [rounds]: what readers cost a service that has the desk's side open beside one that has
// not (desk.md, bar 16: within 3 %), by turns, of one shop: two replicas of the built service, of which one is halted
// while the other serves. Prints of each operation the milliseconds of the processor without and with, and the ratio of
// all rounds together, with the least and the most of one.
import { inQuickShop, ITEM, turnOf, type Operation } from './cost-figures.ts';
import type { Figure } from './figure.ts';
import { SERVICE, startProcess, type Started } from './start-process.ts';

const ROUNDS = 12;
const DESK = { DESK_URL: 'http://localhost:4499', DESK_PORT: '0', DESK_SAMPLES: 'yes' };

export const deskBeside = (rounds: number): Promise<Figure[]> =>
  inQuickShop(async ({ env, pool, checkOut, token }) => {
    const alone = await startProcess(SERVICE, env);
    const beside = await startProcess(SERVICE, { ...env, ...DESK });
    const operations: Operation[] = [
      { name: 'session', turn: 800, token, act: (visit) => visit.get('/api/access/session'), least: 0 },
      { name: 'cart_read', turn: 800, token, act: (visit) => visit.get('/api/cart'), least: 0 },
      { name: 'cart_add', turn: 500, token, act: (visit) => visit.post('/api/cart', ITEM), least: 0 },
      { name: 'guest_check_out', turn: 100, act: checkOut, least: 0 },
    ];
    const figures: Figure[] = [];
    try {
      for (const operation of operations) {
        const [without, within]: [number[], number[]] = [[], []];
        for (let round = 0; round <= rounds; round++) {
          // Whoever begins has the colder cache, so that they take turns in that, too.
          const order = round % 2 === 0 ? ([alone, beside] as const) : ([beside, alone] as const);
          for (const server of order) {
            const cost = await turn(server, server === alone ? beside : alone, operation);
            // The first warms both up.
            if (round > 0) (server === alone ? without : within).push(cost);
          }
        }
        const ratios = without.map((ms, at) => (within[at] ?? Number.NaN) / ms);
        figures.push(
          { name: `${operation.name}.without`, value: mean(without), unit: 'ms_of_processor' },
          { name: `${operation.name}.with`, value: mean(within), unit: 'ms_of_processor' },
          { name: `${operation.name}.ratio`, value: mean(within) / mean(without), unit: 'ratio' },
          { name: `${operation.name}.ratio.least`, value: Math.min(...ratios), unit: 'ratio' },
          { name: `${operation.name}.ratio.most`, value: Math.max(...ratios), unit: 'ratio' },
        );
      }
      return figures;
    } finally {
      await Promise.all([alone.stop(), beside.stop()]);
    }

    async function turn(server: Started, other: Started, operation: Operation): Promise<number> {
      other.pause();
      const { service, postgres } = await turnOf(server, operation.turn, operation, pool);
      other.resume();
      return (service + postgres) / operation.turn;
    }
  });

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

if (import.meta.main)
  for (const { name, value, unit } of await deskBeside(Number(process.argv[2] ?? ROUNDS))) console.log(name, value.toFixed(3), unit);
