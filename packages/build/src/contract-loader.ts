import { MagicString } from 'magic-string';
import { type Directive, type Expression, parseSync, type Statement, Visitor } from 'oxc-parser';

const VALIBOT = "import * as v from 'valibot'";
const SAYS = "import { says } from './schema-message.ts'";
/** What makes a schema, or its message. The functions of valibot that are left out look at data, and may throw. */
const MAKES_A_SCHEMA = /(?<![.\w$])(?:v\.(?!parse|safeParse|assert|is\b)\w+(?:<[^>]*>)?|says)\(/g;

/**
 * What only the service and the documents of the API read of an endpoint: a browser sends what its forms hold, and the
 * service says what is wrong with it.
 */
const FOR_THE_SERVICE = new Set([
  'summary',
  'params',
  'query',
  'body',
  'refuses',
  'leads_on',
  'tells_on_page',
  'media',
  'answers',
  'raw',
  'security',
]);

/**
 * An Rspack loader for what a browser needs not of a contract. It says of each valibot schema and each endpoint that
 * making it does nothing else, whatever it is made of: valibot says so where its functions are declared, which is lost
 * when modules are put together, and without it every schema of a contract's module comes along with the one that a
 * remote needs. And it leaves out of endpoints what is for the service, with all that is imported for that alone.
 */
function contractLoader(this: { resourcePath: string } | void, source: string): string {
  const makesSchemas = source.includes(VALIBOT) || source.includes(SAYS);
  if (!makesSchemas && !source.includes('summary:')) return source;
  const { program, errors } = parseSync(this?.resourcePath ?? 'contract.ts', source);
  // It would stand in the build as it is, with everything that it is made of.
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const lean = new MagicString(source);
  new Visitor({
    ObjectExpression({ properties, end }) {
      const names = properties.map((property) =>
        property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '',
      );
      if (!names.includes('path') || !names.includes('summary')) return;
      properties.forEach(({ start }, at) => {
        if (FOR_THE_SERVICE.has(names[at] ?? '')) lean.remove(start, properties[at + 1]?.start ?? end - 1);
      });
    },
  }).visit(program);
  if (!makesSchemas) return lean.toString();
  for (const value of program.body.flatMap(declared)) {
    const { start, end } = value;
    // What is done for a call's arguments would count as well; a function around it has none.
    if (source.slice(start, end).search(MAKES_A_SCHEMA) === 0) lean.appendRight(start, '/*#__PURE__*/ (() => ').appendLeft(end, ')()');
    // Rspack takes no object for one that does nothing, and keeps what it is made of.
    else if (isObject(value)) lean.appendRight(start, '/*#__PURE__*/ (() => (').appendLeft(end, '))()');
  }
  return lean.toString().replaceAll(MAKES_A_SCHEMA, '/*#__PURE__*/ $&');
}

export default contractLoader;

/** An endpoint, whatever its type is said to be. */
const isObject = (value: Expression): boolean =>
  value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression'
    ? isObject(value.expression)
    : value.type === 'ObjectExpression';

/** The values of the names that a statement of a module declares. */
const declared = (statement: Statement | Directive): Expression[] => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations.flatMap(({ init }) => init ?? []) : [];
};
