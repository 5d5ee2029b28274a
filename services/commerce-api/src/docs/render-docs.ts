/** For the page's Content-Security-Policy: this one style sheet and nothing else. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: #fdfcf9; color: #1b1a18; overflow-wrap: anywhere; }
a { color: #17484b; }
@media (prefers-color-scheme: dark) {
  :root { background: #171614; color: #f2eee6; }
  a { color: #9ad7cf; }
}
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.1rem; text-transform: capitalize; margin: 2rem 0 .5rem; }
details { border-top: 1px solid #8884; padding: .6rem 0; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; }
summary code { font-size: 1rem; }
summary span { opacity: .75; }
h3 { font-size: .9rem; margin: 1rem 0 .2rem; }
pre { overflow-x: auto; background: #8881; padding: .8rem; font-size: .8rem; }
`;

type Operation = { summary?: string; tags?: string[]; parameters?: unknown; requestBody?: unknown; responses?: unknown };
type PathItem = { get?: Operation; post?: Operation; patch?: Operation; delete?: Operation };
/** As much of an OpenAPI 3.1 document as the page shows. */
type Document = { info: { title: string; description?: string }; paths?: Record<string, PathItem | undefined> };
type Entry = { method: string; path: string; operation: Operation };

/** The document as a page: without scripts, and without anything from elsewhere. */
export function renderDocs(document: Document): string {
  const sections = Map.groupBy(operations(document.paths ?? {}), ({ operation }) => operation.tags?.[0] ?? 'other');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)}</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<main>
<h1>${text(document.info.title)}</h1>
<p>${text(document.info.description ?? '')} The same as data: <a href="/api/openapi.json">/api/openapi.json</a></p>
${[...sections].map(([name, entries]) => `<section><h2>${text(name)}</h2>${entries.map(entry).join('')}</section>`).join('\n')}
</main>
</body>
</html>`;
}

function operations(paths: NonNullable<Document['paths']>): Entry[] {
  const methods = ['get', 'post', 'patch', 'delete'] as const;
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

function entry({ method, path, operation }: Entry): string {
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${text(path)}</code> <span>${text(operation.summary ?? '')}</span></summary>
${block('Parameters', operation.parameters)}${block('Body', operation.requestBody)}${block('Answers', operation.responses)}</details>`;
}

function block(title: string, value: unknown): string {
  return value === undefined ? '' : `<h3>${title}</h3><pre tabindex="0">${text(JSON.stringify(value, null, 2))}</pre>`;
}

function text(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
