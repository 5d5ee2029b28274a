// Beside no schema, so that the loader can have them without a parser in its 2.5 kB.

/** The id of the JSON script block in which a CMS may inline the page data. */
export const PAGE_DATA_ID = 'newsstand-page';

/** The name of the CustomEvent on `document` by which remotes tell each other of a changed cart (section 7). */
export const UPDATE_CART = 'update-cart';
