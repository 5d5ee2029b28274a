// Writes src/stripe/contract.generated.json from stripe-node's own types. Needs the TypeScript 6 API: version 7 has
// none yet.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stripe } from 'stripe';
import ts from 'ts6';
import { createConverter, type JsonSchema } from './to-json-schema.ts';

const surface = fileURLToPath(new URL('../src/stripe/surface.ts', import.meta.url));
const output = new URL('../src/stripe/contract.generated.json', import.meta.url);

const program = ts.createProgram([surface], {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  skipLibCheck: true,
  types: ['node'],
});
const checker = program.getTypeChecker();
const definitions = new Map<string, JsonSchema>();
const convert = createConverter(checker, definitions);
const contract = { stripe: Stripe.PACKAGE_VERSION, params: schemasOf('Params', 'params'), objects: schemasOf('Objects', 'objects') };
writeFileSync(output, `${JSON.stringify({ ...contract, $defs: Object.fromEntries(definitions) })}\n`);
process.stdout.write(
  `${Object.keys(contract.params).length} endpoints, ${Object.keys(contract.objects).length} objects, stripe ${contract.stripe}\n`,
);

function schemasOf(name: string, mode: 'params' | 'objects'): Record<string, JsonSchema> {
  const source = program.getSourceFile(surface);
  const declaration = source?.statements.find((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name);
  if (!declaration) throw new Error(`surface.ts has no interface ${name}`);
  const members = checker.getTypeAtLocation(declaration).getProperties();
  return Object.fromEntries(members.map((member) => [member.name, convert(checker.getTypeOfSymbol(member), mode)]));
}
