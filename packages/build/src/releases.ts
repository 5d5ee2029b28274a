import type { Build, Platform, Registry } from '@newsstand/contracts/registry';

const DAY = 24 * 60 * 60 * 1000;
/** Pages that were opened before a deploy go on with the build they began with: its folder stays this long. */
export const KEPT = 30 * DAY;

type Retirable = { build: string; replaced?: string | undefined; withdrawn?: boolean | undefined };
type Line<B extends Retirable> = { current: B; previous: B[]; allowed: B[] };

/** The name under which the shell's own builds are stored and deployed. */
export const SHELL = 'shell';

/** The registry after `build` of a remote became the current one. */
export const releaseRemote = (registry: Registry, name: string, build: Build, now: Date): Registry =>
  withRemote(registry, name, (line) => released(line, build, now));

/** The registry after `build` may be asked for by `?widget=`, while readers keep what they have. */
export const allowRemote = (registry: Registry, name: string, build: Build): Registry =>
  withRemote(registry, name, (line) => {
    if (!line) throw new Error(`${name} has no build yet: deploy one for everybody first.`);
    return { ...line, allowed: [build, ...without(line.allowed, build)] };
  });

/** The registry after the current build of a remote gave way to the newest one before it that was not withdrawn. */
export const rollBackRemote = (registry: Registry, name: string, now: Date): Registry =>
  withRemote(registry, name, (line) => rolledBack(name, line, now));

export const releasePlatform = (registry: Registry, build: Platform, now: Date): Registry =>
  withPlatform(registry, released(platformLine(registry), build, now));

export const rollBackPlatform = (registry: Registry, now: Date): Registry =>
  withPlatform(registry, rolledBack(SHELL, platformLine(registry), now));

/**
 * The registry without the builds that were replaced more than 30 days ago; the one a rollback would return to stays.
 */
export const forgetOld = (registry: Registry, now: Date): Registry => {
  const young = <B extends Retirable>(builds: readonly B[] = []): B[] => {
    const target = builds.find(isSound);
    return builds.filter((build) => build === target || now.getTime() - Date.parse(build.replaced ?? '') < KEPT);
  };
  return {
    ...registry,
    platform: { ...registry.platform, previous: young(registry.platform.previous) },
    remotes: Object.fromEntries(
      Object.entries(registry.remotes).map(([name, line]) => [name, { ...line, previous: young(line.previous) }]),
    ),
  };
};

/** The builds of a remote, or of the shell, that the registry knows. */
export const knownBuilds = (registry: Registry, name: string): string[] => {
  const line = name === SHELL ? registry.platform : registry.remotes[name];
  return line ? [line, ...(line.previous ?? []), ...(line.allowed ?? [])].map(({ build }) => build) : [];
};

const isSound = ({ withdrawn }: Retirable): boolean => !withdrawn;
const without = <B extends Retirable>(builds: readonly B[] = [], gone: B): B[] => builds.filter(({ build }) => build !== gone.build);

const released = <B extends Retirable>(line: Line<B> | undefined, build: B, now: Date): Line<B> => {
  if (!line) return { current: build, previous: [], allowed: [] };
  if (line.current.build === build.build) return { ...line, current: build };
  const before = { ...line.current, replaced: now.toISOString() };
  return { current: build, previous: [before, ...without(line.previous, build)], allowed: without(line.allowed, build) };
};

const rolledBack = <B extends Retirable>(name: string, line: Line<B> | undefined, now: Date): Line<B> => {
  const target = line?.previous.find(isSound);
  if (!line || !target) throw new Error(`${name} has no earlier build to return to.`);
  const withdrawn = { ...line.current, replaced: now.toISOString(), withdrawn: true };
  return { current: { ...target, replaced: undefined }, previous: [withdrawn, ...without(line.previous, target)], allowed: line.allowed };
};

const withRemote = (registry: Registry, name: string, change: (line: Line<Build> | undefined) => Line<Build>): Registry => {
  const found = registry.remotes[name];
  const line = change(found && lineOf(found));
  return { ...registry, remotes: { ...registry.remotes, [name]: { ...line.current, previous: line.previous, allowed: line.allowed } } };
};

const lineOf = ({ previous, allowed, ...current }: Registry['remotes'][string]): Line<Build> => ({ current, previous, allowed });

const platformLine = ({ platform: { previous = [], allowed = [], ...current } }: Registry): Line<Platform> | undefined =>
  current.build === '' ? undefined : { current, previous, allowed };

// The CMS's own elements are part of what the shell deploys.
const withPlatform = (registry: Registry, { current, previous, allowed }: Line<Platform>): Registry => ({
  ...registry,
  platform: { ...current, previous, allowed },
  mounts: current.mounts ?? registry.mounts,
});
