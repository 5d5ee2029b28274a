// npm run wordpress:zip: the WordPress plugin as one file to upload.
import path from 'node:path';
import { zipPlugin } from '../integrations/wordpress/src/zip-plugin.ts';
import { dataDir } from './root.ts';

const file = path.join(dataDir, 'newsstand-wordpress.zip');
await zipPlugin(file);
console.log(`${file}\nUpload it under Plugins → Add New → Upload Plugin.`);
