// React looks for this hook as it starts. Each remote under development brings its own hot reload, after React: it
// finds the renderers that are noted here (react-refresh's own hook would not note them).
const renderers = new Map<number, unknown>();
const nothing = (): void => undefined;

const hook = {
  renderers,
  supportsFiber: true,
  inject: (renderer: unknown): number => {
    renderers.set(renderers.size + 1, renderer);
    return renderers.size;
  },
  onScheduleFiberRoot: nothing,
  onCommitFiberRoot: nothing,
  onCommitFiberUnmount: nothing,
};

const NAME = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
if (!(NAME in globalThis)) Object.assign(globalThis, { [NAME]: hook });
