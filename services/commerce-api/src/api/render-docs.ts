import type { JsonSchema } from '@valibot/to-json-schema';
import { DOCS_STYLE } from './docs-style.ts';
import { nameIn, type Answer, type ApiDocument, type Content, type Operation, type Parameter } from './openapi.ts';

/**
 * The document as a page: without scripts, and without anything from elsewhere. A browser opens what a link leads to by
 * itself. `data`: where the same is as data.
 */
export function renderDocs(document: ApiDocument, data: string): string {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const about = new Map(tags.map(({ name, description }) => [name, description]));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<main>
<h1>${text(info.title)}</h1>
${prose(info.description)}<p>The same as data: <a href="${data}">${data}</a></p>
<nav aria-label="Sections"><ul>${[...sections.keys(), 'schemas', 'ways in'].map((name) => `<li><a href="#${anchor(name)}">${text(name)}</a></li>`).join('')}</ul></nav>
${[...sections]
  .map(
    ([name, calls]) =>
      `<section><h2 id="${anchor(name)}">${text(name)}</h2>${prose(about.get(name))}${calls.map((call) => entry(call, components)).join('')}</section>`,
  )
  .join('\n')}
<section><h2 id="schemas">schemas</h2>
${Object.entries(components.schemas)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(
    ([name, schema]) =>
      `<details><summary><code>${text(name)}</code></summary><div id="schema-${text(name)}">${shape(schema)}</div></details>`,
  )
  .join('\n')}</section>
<section><h2 id="ways-in">ways in</h2><dl>${Object.entries(components.securitySchemes)
    .map(([name, { description }]) => `<dt id="way-${text(name)}"><code>${text(name)}</code></dt><dd>${text(description)}</dd>`)
    .join('')}</dl></section>
</main>
</body>
</html>`;
}

type Entry = { method: string; path: string; operation: Operation };

function entry({ method, path, operation }: Entry, { responses }: ApiDocument['components']): string {
  const { operationId, summary, description, security, parameters, requestBody } = operation;
  const [good, refused] = [/^[23]/, /^[45]/].map((kind) => Object.entries(operation.responses).filter(([status]) => kind.test(status)));
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${text(path)}</code> <span>${text(summary)}</span></summary>
<div id="call-${operationId}">${prose(description)}<p class="note"><code>${operationId}</code>${waysIn(security)}</p>
${parameters.length === 0 ? '' : `<h3>Parameters</h3><dl>${parameters.map(parameter).join('')}</dl>`}
${requestBody ? `<h3>Body</h3>${content(requestBody.content)}` : ''}
<h3>Answers</h3><dl>${(good ?? []).map(([status, answer]) => `<dt><b>${status}</b> ${text(answer.description ?? '')}</dt><dd>${answered(answer)}</dd>`).join('')}</dl>
<h3>Refusals</h3><dl>${(refused ?? []).map(([status, answer]) => refusal(status, answer.$ref === undefined ? answer : responses[nameIn(answer.$ref)])).join('')}</dl></div></details>
`;
}

/** Nothing where everybody may come as they are. */
function waysIn(security: Operation['security']): string {
  const ways = security.map((needed) => Object.keys(needed).map((name) => `<a href="#way-${text(name)}">${text(name)}</a>`));
  if (ways.length === 0) return '';
  return `, with ${ways.map((way) => (way.length === 0 ? 'nothing' : way.join(' and '))).join(', or with ')}`;
}

const parameter = ({ name, in: place, required, description, schema, example }: Parameter): string =>
  `<dt><code>${text(name)}</code> <span class="type">in the ${place}, ${required ? '' : 'optional, '}${type(schema)}</span></dt><dd>${prose(description)}${
    example === undefined ? '' : `<p class="note">such as <code>${text(example)}</code></p>`
  }</dd>`;

/** What comes in several media types is shown once. */
function content(media: Content): string {
  const [first] = Object.values(media);
  return `<p class="note">${Object.keys(media).map(text).join(' or ')}</p>${first?.schema ? shape(first.schema) : ''}${
    first?.example === undefined ? '' : `<pre tabindex="0">${text(JSON.stringify(first.example, null, 2))}</pre>`
  }`;
}

const answered = ({ content: media }: Answer): string => (media ? content(media) : '');

function refusal(status: string, answer: Answer | undefined): string {
  const [media] = Object.values(answer?.content ?? {});
  return `<dt><b>${status}</b> ${text(answer?.description ?? '')}</dt><dd class="type">${media?.schema ? type(media.schema) : 'nothing'}</dd>`;
}

/** A schema by itself: what it is, and its parts below. */
function shape(schema: JsonSchema): string {
  const what = schema.properties ? '' : `<p class="type">${type(schema)}</p>`;
  return `${prose(schema.$ref === undefined ? schema.description : undefined)}${what}${parts(schema)}`;
}

/** The parts of an object, of each of several, or of what a list is made of. */
function parts(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return '';
  const { properties, required = [] } = schema;
  const own = Object.entries(properties ?? {}).map(([name, inner]) => {
    if (typeof inner !== 'object') return '';
    const optional = required.includes(name) ? '' : ', optional';
    return `<dt><code>${text(name)}</code> <span class="type">${type(inner)}${optional}</span></dt><dd>${prose(inner.description)}${parts(inner)}</dd>`;
  });
  const written = choices(schema).filter(({ properties: some }) => some);
  const options = written.map((choice) =>
    written.length === 1
      ? parts(choice)
      : `<dl><dt class="type">${type(choice)} of</dt><dd>${prose(choice.description)}${parts(choice)}</dd></dl>`,
  );
  const inside = [schema.items, schema.additionalProperties].map((inner) => (isSchema(inner) ? parts(inner) : ''));
  return `${own.length === 0 ? '' : `<dl>${own.join('')}</dl>`}${options.join('')}${inside.join('')}`;
}

/** In a line: `list of CartLine`, `"a" or "b"`, with a link to what has a place of its own. */
function type(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `<a href="#schema-${text(nameIn(schema.$ref))}">${text(nameIn(schema.$ref))}</a>`;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' or ');
  const several = choices(schema);
  if (several.length > 0) return [...new Set(several.map(type))].join(' or ');
  if (schema.type === 'array') return `list of ${isSchema(schema.items) ? type(schema.items) : 'anything'}`;
  if (isSchema(schema.additionalProperties)) return `object of ${type(schema.additionalProperties)} by name`;
  return [text(String(schema.type ?? 'anything')), ...rules(schema)].join(', ');
}

function rules({ minimum, maximum, minLength, maxLength, pattern, format }: JsonSchema): string[] {
  const told: [string, string | number | undefined][] = [
    ['at least', minimum],
    ['at most', maximum],
    ['characters, at least', minLength],
    ['characters, at most', maxLength],
    ['', format],
  ];
  return [
    ...told.flatMap(([rule, value]) => (value === undefined ? [] : `${rule} ${text(String(value))}`.trim())),
    ...(pattern === undefined ? [] : [`<code>${text(pattern)}</code>`]),
  ];
}

const choices = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] => (anyOf ?? oneOf ?? allOf ?? []).filter(isSchema);
const isSchema = (inner: unknown): inner is JsonSchema => typeof inner === 'object' && inner !== null && !Array.isArray(inner);
const literal = (value: unknown): string => `<code>${text(JSON.stringify(value) ?? '')}</code>`;
const anchor = (name: string): string => text(name.replaceAll(' ', '-'));

/** Paragraphs, with `code` and **strong** words in them. */
const prose = (raw = ''): string =>
  raw
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map(
      (paragraph) =>
        `<p>${text(paragraph)
          .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
          .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')}</p>`,
    )
    .join('');

function text(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
