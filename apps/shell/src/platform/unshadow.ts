const { prototype } = Document;

/** Elements whose `name` makes them a property of `document`, `img` and `object` by their id as well (HTML, 3.1.7). */
const NAMED = ':is(embed,form,iframe,img,object)';

/**
 * Takes the names off elements that stand in for a property of `document`, now and whenever one comes: an author's
 * `<form name="createElement">` is found where React, a remote or the CMS's own script looks for the function. Their
 * methods may be hidden in the same way, so that none of theirs is called.
 */
export const unshadow = (): void => {
  strip();
  new MutationObserver(strip).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['name', 'id'] });
};

const strip = (): void => {
  for (const key of Object.getOwnPropertyNames(document)) {
    if (!(key in prototype)) continue;
    for (const element of prototype.querySelectorAll.call(document, `${NAMED}:is([name="${key}"],[id="${key}"])`)) {
      for (const attribute of ['name', 'id']) Element.prototype.removeAttribute.call(element, attribute);
    }
  }
};
