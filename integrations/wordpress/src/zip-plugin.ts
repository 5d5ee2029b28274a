import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { startPhp } from './start-php.ts';

const plugin = path.resolve(import.meta.dirname, '../newsstand');

/**
 * Writes the plugin as a zip that WordPress installs (Plugins, Add New, Upload). PHP makes it: a machine need have no
 * other program for zips.
 */
export async function zipPlugin(file: string): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  const php = await startPhp({ '/plugin': plugin, '/to': path.dirname(file) });
  const names = readdirSync(plugin, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(plugin, path.join(one.parentPath, one.name)).split(path.sep).join('/'))
    .sort();
  const { text, errors } = await php.run({
    code: `<?php
      $zip = new ZipArchive();
      $zip->open('/to/${path.basename(file)}', ZipArchive::CREATE | ZipArchive::OVERWRITE);
      foreach (json_decode('${JSON.stringify(names)}') as $name) $zip->addFile("/plugin/$name", "newsstand/$name");
      echo $zip->close() ? 'done' : 'failed';`,
  });
  php.exit();
  if (text !== 'done') throw new Error(`${file} could not be written: ${text}${errors}`);
}
