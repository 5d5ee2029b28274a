import ts from 'ts6';

export type JsonSchema = { [keyword: string]: unknown };
type Mode = 'params' | 'objects';

/** Resources that are described in full; any other resource inside an answer need only be an object. */
const DESCRIBED = new Set(['Customer', 'PaymentMethod', 'PaymentIntent', 'SetupIntent', 'Charge', 'Refund']);

/** Turns types into JSON Schema. `definitions` fills up with the named types on the way. */
export function createConverter(checker: ts.TypeChecker, definitions: Map<string, JsonSchema>) {
  const names = { params: new Map<ts.Symbol, string>(), objects: new Map<ts.Symbol, string>() };
  return convert;

  function convert(type: ts.Type, mode: Mode): JsonSchema {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    // `string & Record<never, never>` is stripe-node's open enum.
    if (type.flags & ts.TypeFlags.String || type.isIntersection()) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return { not: {} };
    if (type.isUnion()) return convertUnion(type, mode);
    if (checker.isArrayType(type)) return { type: 'array', items: convertElement(type, mode) };
    if (type.symbol.name === 'Decimal') return { type: 'string' };
    if (type.symbol.name === 'Date') return { type: 'number' };
    if (mode === 'objects' && isResource(type) && !isDescribed(type)) return { type: 'object' };
    const name = definitionName(type, mode);
    if (!name) return convertObject(type, mode);
    if (!definitions.has(name)) {
      definitions.set(name, {}); // types refer to themselves: the name must exist before its parts are visited
      definitions.set(name, convertObject(type, mode));
    }
    return { $ref: `#/$defs/${name}` };
  }

  function convertUnion(union: ts.UnionType, mode: Mode): JsonSchema {
    const parts = union.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
    const isOpen = parts.some((part) => part.isIntersection() || part.flags & ts.TypeFlags.String);
    const booleans = parts.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral);
    const others = parts.filter(
      (part) => !part.isStringLiteral() && !part.isIntersection() && !(part.flags & (ts.TypeFlags.String | ts.TypeFlags.BooleanLiteral)),
    );
    const alternatives: JsonSchema[] = [];
    if (isOpen) alternatives.push({ type: 'string' });
    else if (literals.length > 0) alternatives.push({ enum: literals });
    if (booleans.length === 2) alternatives.push({ type: 'boolean' });
    else alternatives.push(...booleans.map((part) => convert(part, mode)));
    alternatives.push(...others.map((part) => convert(part, mode)));
    const [only] = alternatives;
    return only && alternatives.length === 1 ? only : { anyOf: alternatives };
  }

  function convertElement(type: ts.Type, mode: Mode): JsonSchema {
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return element ? convert(element, mode) : {};
  }

  function convertObject(type: ts.Type, mode: Mode): JsonSchema {
    const members = type.getProperties();
    const properties = Object.fromEntries(members.map((member) => [member.name, convert(checker.getTypeOfSymbol(member), mode)]));
    const required = members.filter((member) => !(member.flags & ts.SymbolFlags.Optional)).map((member) => member.name);
    const index = type.getStringIndexType();
    return {
      type: 'object',
      ...(members.length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? convert(index, mode) : false,
    };
  }

  /** Short names keep the file small; they follow the order of the surface, so equal types give equal files. */
  function definitionName(type: ts.Type, mode: Mode): string | undefined {
    const symbol = type.aliasSymbol ?? type.symbol;
    if (symbol.name === '__type') return undefined;
    const known = names[mode].get(symbol);
    if (known) return known;
    const name = `${mode[0]}${names[mode].size}`;
    names[mode].set(symbol, name);
    return name;
  }

  function isResource(type: ts.Type): boolean {
    const object = type.getProperty('object');
    return object !== undefined && type.getProperty('id') !== undefined && checker.getTypeOfSymbol(object).isStringLiteral();
  }
}

function isDescribed(type: ts.Type): boolean {
  const file = type.symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  return DESCRIBED.has(type.symbol.name) && !/resources\/[A-Z]\w+\//.test(file);
}
