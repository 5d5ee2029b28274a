const VALIBOT = "import * as v from 'valibot'";
/** These look at data, and may throw. */
const MAKES_A_SCHEMA = /(?<![.\w$])v\.(?!parse|safeParse|assert|is\b)\w+\(/g;

/**
 * An Rspack loader: says of each valibot schema that making it does nothing else. Valibot says so where its functions are declared, which is lost when
 * modules are put together; without it every schema of a contract's module comes along with the one that a remote needs.
 */
export default function pureSchemaLoader(source: string): string {
  return source.includes(VALIBOT) ? source.replaceAll(MAKES_A_SCHEMA, '/*#__PURE__*/ $&') : source;
}
