// The blocks as the editor shows them: what the server makes of them, and a field for each option. No build step: this is the file that runs.
((wp, blocks) => {
  const { createElement: element, useEffect, useState } = wp.element;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, SelectControl, TextControl, Disabled } = wp.components;
  const { __ } = wp.i18n;

  const LABELS = {
    slug: __('Product', 'newsstand'),
    tag: __('Products with the tag', 'newsstand'),
    item: __('Kind', 'newsstand'),
    ref: __('What is added', 'newsstand'),
    named: __('“yes”: the button names what it adds', 'newsstand'),
    'list-tag': __('Lists, separated by spaces', 'newsstand'),
    after: __('Seconds until it may open', 'newsstand'),
  };
  let asked = null;
  /** Asked once, however many blocks there are. */
  const goods = () => (asked ??= wp.apiFetch({ path: '/newsstand/v1/goods' }).catch(() => []));

  function ProductPicker({ value, onChange }) {
    const [products, setProducts] = useState(null);
    useEffect(() => {
      let here = true;
      goods().then((found) => here && setProducts(found));
      return () => {
        here = false;
      };
    }, []);
    const known = (products ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
    const isKnown = value === '' || known.some((one) => one.value === value);
    const options = [
      { value: '', label: __('The one in the page’s address', 'newsstand') },
      ...known,
      ...(isKnown ? [] : [{ value, label: value }]),
    ];
    return element(SelectControl, { label: LABELS.slug, value, options, onChange, __nextHasNoMarginBottom: true });
  }

  const field = (option, attributes, setAttributes) => {
    const props = { key: option, value: attributes[option] ?? '', onChange: (value) => setAttributes({ [option]: value }) };
    if (option === 'slug') return element(ProductPicker, props);
    return element(TextControl, { ...props, label: LABELS[option] ?? option, __nextHasNoMarginBottom: true });
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
