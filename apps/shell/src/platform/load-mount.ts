import * as core from '@module-federation/runtime-core';
import { CONTRACT, type Mount, type RemoteModule } from '@newsstand/contracts/widget';
import * as React from 'react';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import type { Ask } from './platform.ts';
import { watchedClient } from './roots.ts';

// Remotes are built without a federation runtime of their own and look for this one (proofs/federation).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

// `lib`, not `get`: React is here already, so there is nothing to negotiate and never a second one.
const share = (lib: unknown) => ({
  version: React.version,
  scope: 'default',
  lib: () => lib,
  shareConfig: { singleton: true, requiredVersion: `^${React.version}` },
});

const federation = new core.ModuleFederation({
  name: 'shell',
  remotes: [],
  shared: {
    react: share(React),
    'react/jsx-runtime': share(jsxRuntime),
    'react/jsx-dev-runtime': share(jsxDevRuntime),
    'react-dom': share(ReactDOM),
    'react-dom/client': share(watchedClient),
  },
});
core.setGlobalFederationInstance(federation);

const vouched = new Set<string>();

/** Loads a remote, once, and finds what mounts one of its widgets. */
export const loadMount = async (remote: string, widget: string, entry: string, vouch: Ask['vouch']): Promise<Mount> => {
  // The entry, which the registry vouches for, vouches for the chunks that its remote fetches later.
  const { integrity = {} }: { integrity?: Record<string, string> } = await import(/* webpackIgnore: true */ entry);
  const late = Object.keys(integrity).length > 0;
  if (late && !vouched.has(entry)) vouch(entry.slice(0, entry.lastIndexOf('/') + 1), integrity);
  vouched.add(entry);
  federation.registerRemotes([{ name: remote, entry, type: 'module' }]);
  const loaded = await federation.loadRemote<Partial<RemoteModule>>(`${remote}/mount`);
  if (loaded?.contract !== CONTRACT) throw new Error(`${remote} speaks contract ${loaded?.contract}, the shell ${CONTRACT}`);
  const mount = loaded.mounts?.[widget];
  if (!mount) throw new Error(`${remote} has no widget ${widget}`);
  return mount;
};
