import * as core from '@module-federation/runtime-core';
import type { LoaderBuild } from '@newsstand/contracts/registry';
import { CONTRACT, type Mount, type RemoteModule } from '@newsstand/contracts/widget';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import { watchedClient } from './roots.ts';
import { vouchByLink, vouchByMap, vouchForChunks } from './vouch.ts';

// Remotes are built without a federation runtime of their own and look for this one (proofs/federation): of it, what
// they use to share modules.
const { CurrentGlobal, ModuleFederation, assert, getGlobalFederationConstructor, registerGlobalPlugins, satisfy } = core;
const { setGlobalFederationConstructor, setGlobalFederationInstance } = core;
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    CurrentGlobal,
    ModuleFederation,
    assert,
    getGlobalFederationConstructor,
    // Only what tree shakes shared modules reads them, and they hold all that loads remotes.
    helpers: { global: {}, share: {}, utils: {} },
    registerGlobalPlugins,
    satisfy,
    setGlobalFederationConstructor,
    setGlobalFederationInstance,
  },
});

// `lib`, not `get`: React is here already, so there is nothing to negotiate and never a second one.
export const share = (lib: unknown) => ({
  version: React.version,
  scope: 'default',
  lib: () => lib,
  shareConfig: { singleton: true, requiredVersion: `^${React.version}` },
});

/** What forgets that a part of a remote did not come. */
const lost: (() => unknown)[] = [];

/**
 * `lazy` as remotes get it. React's own remembers for good what did not come: here it is asked for anew by the widget
 * that starts next.
 */
const lazy: typeof React.lazy = (load) => {
  const ask: typeof load = () => {
    const asked = load();
    asked.catch(() => lost.push(() => Object.assign(part, React.lazy(ask))));
    return asked;
  };
  const part = React.lazy(ask);
  return part;
};

export const federation = new ModuleFederation({
  name: 'shell',
  remotes: [],
  shared: {
    react: share({ ...React, lazy }),
    'react/jsx-runtime': share(jsxRuntime),
    'react-dom': share(ReactDOM),
    'react-dom/client': share(watchedClient),
  },
});
setGlobalFederationInstance(federation);

/**
 * What a remote's entry is: a federation container, which says the Subresource Integrity of the chunks that it fetches
 * later, and tells who asks in it.
 */
type Container = {
  init(shareScope: unknown, initScope: [], options: { shareScopeMap: unknown }): Promise<unknown> | undefined;
  get(exposed: string): Promise<() => Partial<RemoteModule>>;
  integrity?: Record<string, string>;
};

const containers = new Map<string, Promise<Container>>();

/** Loads a remote, once, and finds what mounts one of its widgets. */
export const loadMount = async (
  { remote, build, nonce }: { remote: string; build: LoaderBuild | undefined; nonce: string },
  widget: string,
): Promise<Mount> => {
  for (const forget of lost.splice(0)) forget();
  const [folder, files]: LoaderBuild = Object(build);
  const entry = folder + Object.keys(files)[0];
  const opening = containers.get(entry) ?? open(entry, files, nonce);
  containers.set(entry, opening);
  // What did not come may come at the next try.
  opening.catch(() => containers.delete(entry));
  const { contract, mounts } = (await (await opening).get('./mount'))();
  if (contract !== CONTRACT) throw new Error(`${remote} speaks contract ${contract}, the shell ${CONTRACT}`);
  // Of its own: what every object has, such as a constructor, is no widget.
  const mount = new Map(Object.entries(mounts ?? {})).get(widget);
  if (!mount) throw new Error(`${remote} has no widget ${widget}`);
  return mount;
};

/**
 * A container needs three lines: the runtime's own way to load remotes (names, snapshots, preloading, script elements)
 * is 7 kB of the platform that a registry with one immutable URL for each remote has no use for.
 */
const open = async (entry: string, files: Record<string, string>, nonce: string): Promise<Container> => {
  const from = vouchByMap(entry, files, nonce) ? entry : vouchByLink(entry, Object.values(files)[0], nonce);
  const container: Container = await import(/* webpackIgnore: true */ from);
  // The entry, which the registry vouches for, vouches for the chunks that its remote fetches later.
  if (container.integrity) vouchForChunks(entry, container.integrity, nonce);
  const { shareScopeMap } = federation;
  await container.init(shareScopeMap['default'], [], { shareScopeMap });
  return container;
};
