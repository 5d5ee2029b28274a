import { startStoreServers } from './serve-store.ts';
import { readSettings } from './settings.ts';

const servers = await startStoreServers(readSettings(process.env));
for (const [name, url] of Object.entries(servers.urls)) console.log(`${name} on ${url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void servers.close();
  });
}
