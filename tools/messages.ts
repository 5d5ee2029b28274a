// npm run messages: every text that readers and the publisher's staff may see, by the key under which a publication's
// `messages` replace it, as JSON for a translator.
import { globSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { root } from './root.ts';

const Texts = v.record(v.string(), v.string());
type Texts = v.InferOutput<typeof Texts>;

/**
 * The catalogues of the remotes, of their shared components (`ui.`) and of the service, in the order of their files.
 */
export async function allTexts(): Promise<Texts> {
  const remotes = await Promise.all(
    globSync('apps/*/src/**/messages*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
      .sort()
      .map(exported),
  );
  const [ui, service] = await Promise.all(
    ['packages/ui/src/messages.ts', 'services/commerce-api/src/publication/texts/catalogue.ts'].map(exported),
  );
  return Object.assign({}, ...remotes, prefixed('ui.', ui ?? {}), service);
}

/** Every object of texts that a module exports, as one. */
async function exported(file: string): Promise<Texts> {
  const module = v.parse(v.record(v.string(), v.unknown()), { ...(await import(path.join(root, file))) });
  return Object.assign({}, ...Object.values(module).filter((value) => v.is(Texts, value)));
}

const prefixed = (prefix: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [prefix + key, text]));

if (import.meta.main) console.log(JSON.stringify(await allTexts(), null, 2));
