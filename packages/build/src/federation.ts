import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const enhanced = createRequire(require.resolve('@module-federation/enhanced/rspack'));
const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'));

/**
 * Rspack bundles the CommonJS build of the federation runtime, in which tree shaking finds nothing to remove.
 * Pointing that path at the ESM build halves every remote's entry (proofs/federation).
 */
export const esmRuntime: Record<string, string> = {
  [tools.resolve('@module-federation/webpack-bundler-runtime')]: tools
    .resolve('@module-federation/webpack-bundler-runtime')
    .replace(/index\.cjs$/, 'bundler.js'),
  [tools.resolve('@module-federation/runtime')]: tools.resolve('@module-federation/runtime').replace(/index\.cjs$/, 'bundler.js'),
};

/** The modules that only the shell's platform brings to a page. */
export const SHARED_MODULES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'] as const;

/**
 * How a remote takes React: from the page, never from itself (`import: false`), so that two remotes that start together
 * cannot bring two. Served alone, its own copy is the fallback.
 */
export const sharedReact = (purpose: 'deploy' | 'dev' | 'alone') =>
  Object.fromEntries(
    [...SHARED_MODULES, ...(purpose === 'dev' ? ['react/jsx-dev-runtime'] : [])].map((name) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion: '^19.0.0', ...(purpose === 'deploy' && { import: false as const }) },
    ]),
  );
