// For tests only: a replica's run of the calendar at a moment that is given, which ends itself as `kill -9` would at a step that is given.
import { readConfig } from '../config.ts';
import { createLog } from '../http/log.ts';
import { openDeps } from '../open-deps.ts';
import { runCalendar } from './run-calendar.ts';

const [, , environment = '{}', at = '', crashAt = '', times = '1'] = process.argv;
const config = readConfig(JSON.parse(environment));
if (config.production || config.databaseUrl === null) throw new Error('This program ends itself on purpose: it is for a test.');

let left = Number(times);
const deps = await openDeps(config, config.databaseUrl, createLog('silent'));
await runCalendar({
  ...deps,
  clock: () => new Date(at),
  reached: (step) => {
    if (step !== crashAt) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await deps.db.$disconnect();
