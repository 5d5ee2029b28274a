import * as v from 'valibot';
import { decode, NAMED_PAGES, type NamedPage, PATHS, patternOf, PLACEHOLDER } from './paths.ts';

/** Read by browsers in one way only: no other host, no fragment, nothing that must be escaped. */
const PATH = /^\/(?!\/)(?!.*\/\/)(?!.*\/\.{1,2}(?:[/?]|$))[\p{L}\p{N}._~/{}%!$'()*+,;:@&=?-]*$/u;
const LIKE_A_PATH = 'must be a path like "/shop" or "/?page=shop", without a host or a #';

/** What a site passes on to the API, by the guides: no page can be there. */
const PASSED_ON = /^\/(api|oauth|logout)(?![^/?])/;
const notPassedOn = v.check((path: string) => !PASSED_ON.test(path), 'must not be in /api, /oauth or /logout, which lead to the API');

/** The folder of the pages that are not named: `/magazine`. */
const Base = v.pipe(v.string('must be text'), v.regex(/^(\/[\p{L}\p{N}._~-]+)+$/u, 'must be a folder like "/magazine"'), notPassedOn);

/**
 * A page's own address holds the same `{slug}` or `{token}` as the standard one: as a whole segment, or as what a name
 * in the query says.
 */
const pathOf = (page: NamedPage) => {
  const placeholder = PLACEHOLDER.exec(PATHS[page])?.[0];
  const needed = placeholder
    ? `must hold ${placeholder} once, as a part of the path or behind a name, as in "/x/${placeholder}" or "/x?${placeholder.slice(1, -1)}=${placeholder}"`
    : 'must hold no braces';
  return v.optional(
    v.pipe(
      v.string('must be text'),
      v.check((path) => PATH.test(path), LIKE_A_PATH),
      notPassedOn,
      v.check((path) => {
        const [here = '', query = ''] = path.split(/\?(.*)/s);
        // A widget that reads a token from the address itself looks for it by that name.
        const named = query.split('&').map((pair) => (pair === 'token={token}' ? '{token}' : pair.replace(/^[^=]*=(?!\{token\})/, '')));
        const parts = [...here.split('/'), ...named];
        const held = parts.filter((part) => /[{}]/.test(part));
        return placeholder ? held.length === 1 && held[0] === placeholder : held.length === 0;
      }, needed),
    ),
  );
};

/**
 * `paths` of publication.json: where a publication has its pages, by their names in the contracts. What is not named is
 * where the specification has it.
 */
export const OwnPaths = v.strictObject({
  base: v.optional(Base),
  // oxlint-disable-next-line no-unsafe-type-assertion -- one entry for each page, made of their list
  ...(Object.fromEntries(NAMED_PAGES.map((page) => [page, pathOf(page)])) as Record<NamedPage, ReturnType<typeof pathOf>>),
});
export type OwnPaths = v.InferOutput<typeof OwnPaths>;

/** What two pages at one address say, in a publication's words; who reads an address must know which page it is. */
export const pagesAtOneAddress = (own: OwnPaths): string[] => {
  const first = new Map<string, NamedPage>();
  return NAMED_PAGES.flatMap((page) => {
    const shape = decode(patternOf(own, page))
      .replace(/\/(?=$|\?)/, '')
      .replaceAll(/\{\w+\}/g, '{}');
    const before = first.get(shape);
    if (before === undefined) first.set(shape, page);
    return before === undefined ? [] : [`paths.${page} is "${shape}", as is paths.${before}`];
  });
};
