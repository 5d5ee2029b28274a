// The package of one version of PHP has no types of its own.
declare module '@php-wasm/node-8-4' {
  import type { PHPLoaderModule } from '@php-wasm/universal';

  export function getPHPLoaderModule(): Promise<PHPLoaderModule>;
}
