// The blocks as the editor shows them: what the server makes of them, and a field for each option. No build step: this
// is the file that runs.
((wp, blocks) => {
  const { createElement: element, useEffect, useState } = wp.element;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, SelectControl, TextControl, ToggleControl, Disabled } = wp.components;
  const { __ } = wp.i18n;

  const LABELS = {
    slug: __('Product', 'newsstand'),
    tag: __('Products with the tag', 'newsstand'),
    ref: __('What is added', 'newsstand'),
    named: __('The button names what it adds', 'newsstand'),
    'list-tag': __('Lists, separated by spaces', 'newsstand'),
    after: __('Seconds until it may open', 'newsstand'),
    token: __('Token', 'newsstand'),
    'heading-level': __('Level of its first heading', 'newsstand'),
    'in-place': __('The page stays after the login', 'newsstand'),
    support: __('Whom to write to when something fails', 'newsstand'),
  };
  const LEVELS = [
    { value: '', label: __('As the page has it', 'newsstand') },
    ...['1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: value })),
  ];
  const SWITCHES = ['named', 'in-place'];
  let asked = null;
  /** Asked once, however many blocks there are; what could not be asked is asked again by the next. */
  const goods = () =>
    (asked ??= wp.apiFetch({ path: '/newsstand/v1/goods' }).catch(() => {
      asked = null;
      return [];
    }));

  /** A choice among what the shop sells; what was chosen once stays a choice, also where it is not sold any more. */
  function Picker({ label, value, none, valueOf, onChange }) {
    const [found, setFound] = useState([]);
    useEffect(() => {
      let here = true;
      goods().then((all) => here && setFound(all));
      return () => {
        here = false;
      };
    }, []);
    const known = found.map((good) => ({ value: valueOf(good), label: good.name })).filter((one) => one.value !== '');
    const isKnown = value === '' || known.some((one) => one.value === value);
    const options = [{ value: '', label: none }, ...known, ...(isKnown ? [] : [{ value, label: value }])];
    return element(SelectControl, { label, value, options, onChange, __nextHasNoMarginBottom: true });
  }

  /** The field of one option; an `item` is chosen together with its `ref`. */
  const field = (option, attributes, setAttributes) => {
    const value = attributes[option] ?? '';
    const props = { key: option, label: LABELS[option] ?? option, value, onChange: (next) => setAttributes({ [option]: next }) };
    if (option === 'item') return null;
    if (option === 'slug') {
      return element(Picker, {
        ...props,
        none: __('The one in the page’s address', 'newsstand'),
        // An issue has an address too, and a page of its own.
        valueOf: ({ kind, slug }) => (kind === 'product' ? slug : ''),
      });
    }
    if (option === 'ref') {
      return element(Picker, {
        ...props,
        none: __('Choose…', 'newsstand'),
        value: value === '' ? '' : `${attributes.item} ${value}`,
        valueOf: ({ item, ref }) => `${item} ${ref}`,
        onChange: (next) => {
          const [item = '', ref = ''] = next.split(' ');
          setAttributes({ item, ref });
        },
      });
    }
    if (option === 'heading-level') return element(SelectControl, { ...props, options: LEVELS, __nextHasNoMarginBottom: true });
    if (SWITCHES.includes(option)) {
      return element(ToggleControl, {
        ...props,
        checked: value !== '',
        onChange: (on) => setAttributes({ [option]: on ? 'yes' : '' }),
        __nextHasNoMarginBottom: true,
      });
    }
    return element(TextControl, { ...props, __nextHasNoMarginBottom: true });
  };

  for (const { name, title, options } of blocks) {
    wp.blocks.registerBlockType(name, {
      title,
      category: 'newsstand',
      icon: 'cart',
      edit({ attributes, setAttributes }) {
        const preview = element(wp.serverSideRender, {
          block: name,
          attributes,
          EmptyResponsePlaceholder: () => element('p', null, title),
        });
        return element(
          'div',
          useBlockProps(),
          options.length > 0 &&
            element(
              InspectorControls,
              null,
              element(
                PanelBody,
                { title },
                options.map((option) => field(option, attributes, setAttributes)),
              ),
            ),
          element(Disabled, null, preview),
        );
      },
      save: () => null,
    });
  }
})(window.wp, window.newsstandBlocks);
