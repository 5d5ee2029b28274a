import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

/** PHP as WebAssembly, with folders of this machine under names of its own. */
export async function startPhp(folders: Record<string, string>): Promise<PHP> {
  // Prisma's generated client sets it for the whole process, and PHP would look for its own files in Prisma's folder.
  // Nothing else reads it.
  delete (globalThis as { __dirname?: string }).__dirname;
  const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
  await php.setSapiName('fpm-fcgi');
  for (const [at, from] of Object.entries(folders)) {
    php.mkdirTree(at);
    await php.mount(at, (_, FS, point) => {
      const { NODEFS } = FS.filesystems;
      if (NODEFS === undefined) throw new Error('this PHP knows no folders of the machine');
      FS.mount(NODEFS, { root: from }, point);
      return () => FS.unmount(point);
    });
  }
  return php;
}
