/** The module that a remote names as `standalone`. */
declare module 'newsstand-standalone';
