// For remotes under development: React's development build, with a hook for hot reload in place before React starts.
import './refresh-hook.ts';

export { mount } from './platform.ts';
