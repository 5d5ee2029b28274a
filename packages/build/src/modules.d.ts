/** The module that a remote names as `standalone`. */
declare module '#standalone';
