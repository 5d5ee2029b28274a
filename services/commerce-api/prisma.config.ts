import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma's CLI would download a native schema engine before any command, `generate` included; ours is the WASM build of
// the same engine, from npm. On Windows the CLI cannot start a script as a binary, so there it keeps its own way.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./scripts/schema-engine.mjs', import.meta.url));
}
process.env.CHECKPOINT_DISABLE ??= '1';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:4432/newsstand' },
});
