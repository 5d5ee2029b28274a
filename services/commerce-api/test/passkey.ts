// An authenticator in a few lines: makes a passkey and shows it, as a browser would send it (WebAuthn 3).
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import * as v from 'valibot';

const Round = v.object({ options: v.object({ challenge: v.string() }) });
const Jwk = v.object({ x: v.string(), y: v.string() });

type Wishes = { origin?: string; verified?: boolean; counter?: number };

export class Passkey {
  readonly id = randomBytes(16);
  readonly #origin: string;
  readonly #private: KeyObject;
  readonly #point: { x: string; y: string };
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    this.#point = v.parse(Jwk, publicKey.export({ format: 'jwk' }));
  }

  /** The answer to a round in which a key is made. */
  make(round: unknown, wishes: Wishes = {}): unknown {
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(this.#point.x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(this.#point.y, 'base64url'),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const data = Buffer.concat([this.#data(wishes, 0x40), credential]);
    // { fmt: 'none', attStmt: {}, authData: … } in CBOR.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    const response = {
      clientDataJSON: this.#client('webauthn.create', round, wishes).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
    return { ...this.#named(), response };
  }

  /** The answer to a round in which a key is shown. */
  show(round: unknown, wishes: Wishes = {}): unknown {
    this.#counter = wishes.counter ?? this.#counter + 1;
    const client = this.#client('webauthn.get', round, wishes);
    const data = this.#data(wishes, 0);
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), this.#private);
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return { ...this.#named(), response };
  }

  #named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #client(type: string, round: unknown, { origin = this.#origin }: Wishes): Buffer {
    const { challenge } = v.parse(Round, round).options;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data({ verified = true }: Wishes, more: number): Buffer {
    const host = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([host, Buffer.from([(verified ? 5 : 1) | more]), counter]);
  }
}
