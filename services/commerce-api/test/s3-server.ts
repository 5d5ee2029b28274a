// A bucket on this machine, served by s3rver. It believes any signature of the fourth version, so that each is looked
// at before, by AWS's own signer.
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import S3rver from 's3rver';

export const S3_KEY = { FILES_KEY_ID: 'S3RVER', FILES_SECRET: 'S3RVER' };

/** `failing`: how it fails at the next requests with that method, one after the other. */
export type S3Server = { endpoint: string; failing: { method: string; as: 'hang up' | 503 }[]; close: () => Promise<void> };

export async function openS3(bucket: string): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const store = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] });
  await store.configureBuckets();
  const serve = store.callback();
  const failing: S3Server['failing'] = [];
  const server = createServer((request, response) => {
    const fails = failing.findIndex(({ method }) => method === request.method);
    if (fails !== -1) {
      const [how] = failing.splice(fails, 1);
      if (how?.as === 503) response.writeHead(503).end('SlowDown');
      else request.socket.destroy();
      return;
    }
    const refuse = () => response.writeHead(403).end('SignatureDoesNotMatch');
    isSigned(request).then((signed) => (signed ? serve(request, response) : refuse()), refuse);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    failing,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await rm(directory, { recursive: true });
    },
  };
}

/** SHA-256 as the signer wants it. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytes(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytes(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset(): void {}
}

function bytes(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}

async function isSigned({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  const [, region = '', named = '', given] =
    /\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date']));
  if (given === undefined || date === null) return false;
  const [, year, month, day, hour, minute, second] = date;
  const credentials = { accessKeyId: S3_KEY.FILES_KEY_ID, secretAccessKey: S3_KEY.FILES_SECRET };
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false, applyChecksum: false });
  const signed = Object.fromEntries(named.split(';').map((name) => [name, String(headers[name])]));
  const { pathname, hostname } = new URL(url, 'http://127.0.0.1');
  const request = { method, protocol: 'http:', hostname, path: pathname, headers: signed, query: {} };
  const signingDate = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const answer = await signer.sign(request, { signingDate, signableHeaders: new Set(Object.keys(signed)) });
  return answer.headers['authorization']?.endsWith(`Signature=${given}`) === true;
}
