// For remotes under development: React's development build, with a hook for hot reload in place before React starts.
import './refresh-hook.ts';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import { federation, share } from './load-mount.ts';

// Only what is built for development asks for it.
federation.registerShared({ 'react/jsx-dev-runtime': share(jsxDevRuntime) });

export { mount } from './platform.ts';
