// PHP as WebAssembly, so that a machine without PHP runs the guide's as well. What it asks by http goes through this
// process.
import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';
import * as v from 'valibot';

const Asked = v.object({ url: v.string(), header: v.string(), timeout: v.number() });

/**
 * Takes the place of PHP's own `http` streams, which have no sockets here; as they do, it refuses what is not a 2xx.
 */
const STREAMS = String.raw`
class StreamsOfTheTest {
  public $context;
  private string $body = '';
  private int $at = 0;
  function stream_open($url, $mode, $options, &$opened) {
    $http = stream_context_get_options($this->context)['http'] ?? [];
    $asked = ['url' => $url, 'header' => $http['header'] ?? '', 'timeout' => $http['timeout'] ?? 60];
    $answer = json_decode(post_message_to_js(json_encode($asked)), true);
    $this->body = $answer['body'];
    return $answer['ok'];
  }
  function stream_read($length) {
    $part = substr($this->body, $this->at, $length);
    $this->at += strlen($part);
    return $part;
  }
  function stream_eof() { return $this->at >= strlen($this->body); }
  function stream_stat() { return []; }
}
stream_wrapper_unregister('http');
stream_wrapper_register('http', 'StreamsOfTheTest');
`;

/** One PHP for a file's tests. `run` answers what the code prints; throws where PHP complains. */
export async function openPhp(environment: Record<string, string>): Promise<{ run(code: string): Promise<string>; close(): void }> {
  const php = new PHP(await withoutDirname(async () => loadPHPRuntime(await getPHPLoaderModule(), { ENV: environment })));
  php.onMessage(async (message) => {
    const { url, header, timeout } = v.parse(Asked, JSON.parse(message));
    const headers = new Headers(header.split('\r\n').flatMap((line): [string, string][] => (line ? [cut(line)] : [])));
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeout * 1000) }).catch(() => null);
    return JSON.stringify({ ok: answer?.ok ?? false, body: (await answer?.text()) ?? '' });
  });
  return {
    run: async (code) => {
      const { text, errors, exitCode } = await php.run({ code: `<?php error_reporting(E_ALL); ${STREAMS}${code}` });
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

const cut = (line: string): [string, string] => {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
};
