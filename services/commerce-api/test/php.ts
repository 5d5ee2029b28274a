// PHP as WebAssembly, so that a machine without PHP runs the guide's as well. What it asks by http goes through this
// process.
import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';
import * as v from 'valibot';

const Asked = v.object({ url: v.string(), cookie: v.string(), timeout: v.number() });

/** Takes the place of PHP's own curl, which has no sockets here, for code in this namespace. */
const CURL = String.raw`
namespace Cms;
function curl_init(string $url): object { return (object) ['url' => $url, 'options' => [], 'status' => 0]; }
function curl_setopt_array(object $ask, array $options): bool { $ask->options = $options; return true; }
function curl_exec(object $ask): string|false {
  $asked = ['url' => $ask->url, 'cookie' => $ask->options[CURLOPT_COOKIE], 'timeout' => $ask->options[CURLOPT_TIMEOUT]];
  $answer = json_decode(post_message_to_js(json_encode($asked)), true);
  $ask->status = $answer['status'];
  return $answer['body'] ?? false;
}
function curl_getinfo(object $ask, int $what): int { return $ask->status; }
`;

/** One PHP for a file's tests. `run` answers what the code prints; throws where PHP complains. */
export async function openPhp(environment: Record<string, string>): Promise<{ run(code: string): Promise<string>; close(): void }> {
  const php = new PHP(await withoutDirname(async () => loadPHPRuntime(await getPHPLoaderModule(), { ENV: environment })));
  php.onMessage(async (message) => {
    const { url, cookie, timeout } = v.parse(Asked, JSON.parse(message));
    const options = { headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(timeout * 1000) } as const;
    const answer = await fetch(url, options).catch(() => null);
    const body = await answer?.text().catch(() => null);
    return JSON.stringify({ status: answer?.status ?? 0, body: body ?? null });
  });
  return {
    run: async (code) => {
      const { text, errors, exitCode } = await php.run({ code: `<?php ${CURL} error_reporting(E_ALL); ${code}` });
      if (errors !== '' || exitCode !== 0) throw new Error(`PHP says: ${errors}${text}`);
      return text;
    },
    close: () => php.exit(),
  };
}

/** The database's client leaves a `__dirname` for everybody, in which PHP would look for its own files. */
async function withoutDirname<Value>(work: () => Promise<Value>): Promise<Value> {
  const left: unknown = Reflect.get(globalThis, '__dirname');
  Reflect.deleteProperty(globalThis, '__dirname');
  try {
    return await work();
  } finally {
    if (left !== undefined) Reflect.set(globalThis, '__dirname', left);
  }
}
