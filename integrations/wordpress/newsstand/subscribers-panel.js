// The switch "Subscribers only" beside a post in the block editor: a value of the post, saved with its words. No build
// step: this is the file that runs.
((wp) => {
  const { createElement: element } = wp.element;
  const { ToggleControl } = wp.components;
  const { useEntityProp } = wp.coreData;
  const { __ } = wp.i18n;
  // WordPress 6.6 moved it.
  const Panel = wp.editor.PluginDocumentSettingPanel ?? wp.editPost.PluginDocumentSettingPanel;
  const KEY = '_newsstand_for_subscribers';

  function SubscribersPanel() {
    const [meta, setMeta] = useEntityProp('postType', 'post', 'meta');
    if (!meta || !(KEY in meta)) return null;
    return element(
      Panel,
      { name: 'subscribers', title: 'Newsstand' },
      element(ToggleControl, {
        label: __('Subscribers only', 'newsstand'),
        help: __('All others read the excerpt, or what stands before the "more" block.', 'newsstand'),
        checked: meta[KEY] === true,
        onChange: (on) => setMeta({ ...meta, [KEY]: on }),
        __nextHasNoMarginBottom: true,
      }),
    );
  }

  wp.plugins.registerPlugin('newsstand', { render: SubscribersPanel });
})(window.wp);
