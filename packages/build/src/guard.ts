import type { AtRule, Container, Declaration, Document, Plugin } from 'postcss';

const NOT_CASCADED = /^(-\w+-)?(keyframes|font-face|property|counter-style|view-transition)$/;

const isCascaded = (declaration: Declaration): boolean => {
  let parent: Container | Document | undefined = declaration.parent;
  while (parent) {
    if (isAtRule(parent) && NOT_CASCADED.test(parent.name)) return false;
    parent = parent.parent;
  }
  return true;
};

const isAtRule = (node: Container | Document): node is AtRule => node.type === 'atrule';

/**
 * Makes a widget's rules stronger than anything a CMS's own sheets say: they go into a named layer and every
 * declaration becomes
 * `!important`, because important layered declarations beat important unlayered ones (design: Styles).
 */
export const guard = (layer: 'styles' | 'reset'): Plugin => ({
  postcssPlugin: 'newsstand-guard',
  Once(root, { AtRule: Layer }) {
    root.walkAtRules('import', (rule) => {
      throw rule.error('Import the style sheet from the component that uses it.');
    });
    root.walkDecls((declaration) => {
      if (/(^|[\s,(+*/-])[\d.]+rem\b/.test(declaration.value)) {
        throw declaration.error('A CMS sets the size of the root element as it likes: write px or em, not rem.');
      }
      // A custom property stays open, so that a component may set it inline.
      if (!declaration.prop.startsWith('--') && isCascaded(declaration)) declaration.important = true;
    });
    const wrapper = new Layer({ name: 'layer', params: `newsstand.${layer}` });
    wrapper.append(...root.nodes);
    root.append(wrapper);
  },
});
