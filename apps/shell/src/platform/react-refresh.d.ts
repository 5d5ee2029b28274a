declare module 'react-refresh/runtime' {
  export const injectIntoGlobalHook: (global: typeof globalThis) => void;
}
