const VALIBOT = "import * as v from 'valibot'";
/** These look at data, and may throw. */
const MAKES_A_SCHEMA = /(?<![.\w$])v\.(?!parse|safeParse|assert|is\b)\w+\(/g;
/** In an endpoint's description it follows the path, and is for the documents of the API. */
const SUMMARY = /(?<=\bpath: '[^']*',\s*)summary:\s*(?:'[^']*'|"(?:[^"\\]|\\.)*"),?/g;

/**
 * An Rspack loader for what a browser needs not of a contract. It says of each valibot schema that making it does nothing else: valibot says so where its
 * functions are declared, which is lost when modules are put together, and without it every schema of a contract's module comes along with the one that a
 * remote needs. And it leaves out what endpoints are for.
 */
export default function contractLoader(source: string): string {
  const lean = source.includes('summary:') ? source.replaceAll(SUMMARY, '') : source;
  return lean.includes(VALIBOT) ? lean.replaceAll(MAKES_A_SCHEMA, '/*#__PURE__*/ $&') : lean;
}
