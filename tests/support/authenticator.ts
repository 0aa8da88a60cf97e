import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CallOf } from '#contract/endpoint.ts'
import type { addPasskey, signInWithPasskey } from '#contract/v1/second-factor.ts'
import { ORIGIN } from './in-process.ts'
import type { Body, Nobody, Person } from './person.ts'

type Registration = CallOf<typeof addPasskey>['response']
type Authentication = CallOf<typeof signInWithPasskey>['response']

/** Deliberate faults in the data an authenticator or its browser sends. */
export interface Lies {
  readonly origin?: string
  readonly rpID?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly userVerified?: boolean
  readonly userPresent?: boolean
  /** The signature counter to report, this signature included. */
  readonly counter?: number
  readonly userHandle?: string | null
  /** Signs with a key other than the registered one. */
  readonly foreignKey?: boolean
  readonly attestation?: { readonly format: string; readonly statement: CborMap }
}

/** A platform authenticator on node:crypto: one discoverable ES256 credential, always with user verification. */
export interface Authenticator {
  readonly credentialID: string
  register(options: unknown, lies?: Lies): Registration
  signIn(options: unknown, lies?: Lies): Authentication
}

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
}

/** @param counts whether it increments its signature counter; synced passkeys do not and always report 0 */
export function authenticator({ counts = true }: { counts?: boolean } = {}): Authenticator {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credentialID = id.toString('base64url')
  let counter = 0
  let handle: string | null = null

  const next = (lies: Lies) => {
    if (counts) counter += 1
    return lies.counter ?? counter
  }
  const authData = (options: Options, lies: Lies, more: Buffer, flags: number) => {
    const rpIDHash = createHash('sha256')
      .update(lies.rpID ?? options.rp?.id ?? options.rpId ?? '')
      .digest()
    const count = Buffer.alloc(4)
    count.writeUInt32BE(next(lies))
    const bits = flags | (lies.userPresent === false ? 0 : 0x01) | (lies.userVerified === false ? 0 : 0x04)
    return Buffer.concat([rpIDHash, Buffer.of(bits), count, more])
  }
  const clientData = (options: Options, lies: Lies, type: string) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? options.challenge,
        origin: lies.origin ?? ORIGIN,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    )
  const whole = {
    id: credentialID,
    rawId: credentialID,
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  }

  return {
    credentialID,
    register(given, lies = {}) {
      const options = given as Options
      handle = options.user?.id ?? null
      const { x, y } = keys.publicKey.export({ format: 'jwk' })
      const cose = cbor(
        new Map<number, CborValue>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authData(options, lies, Buffer.concat([Buffer.alloc(16), length, id, cose]), 0x40)
      const { format, statement } = lies.attestation ?? { format: 'none', statement: new Map() }
      const attestation = cbor(
        new Map<string, CborValue>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', data],
        ]),
      )
      const response = {
        clientDataJSON: clientData(options, lies, 'webauthn.create').toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { ...whole, response }
    },
    signIn(given, lies = {}) {
      const options = given as Options
      const data = authData(options, lies, Buffer.alloc(0), 0)
      const said = clientData(options, lies, 'webauthn.get')
      const key = lies.foreignKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : keys.privateKey
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(said).digest()]), key)
      return {
        ...whole,
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle === undefined ? handle : lies.userHandle,
        },
      }
    },
  }
}

/** Registers a passkey of a new authenticator in the person's account, as their profile page does. */
export async function withPasskey(
  person: Person,
  name = 'Laptop',
  device = authenticator(),
): Promise<{ device: Authenticator; passkeyID: string }> {
  const asked = await person.post<{ options: unknown }>('/v1/users/second-factor/passkeys/options', {
    currentPassword: person.password,
  })
  const added = await person.post<{ passkeyID: string }>('/v1/users/second-factor/passkeys', {
    name,
    response: device.register(asked.body.options),
  })
  if (added.status !== 201) throw new Error(`The passkey was not taken: ${added.status} ${JSON.stringify(added.body)}`)
  return { device, passkeyID: added.body.passkeyID }
}

export async function signInByPasskey(nobody: Nobody, device: Authenticator, lies: Lies = {}) {
  const asked = await nobody.post<{ options: unknown }>('/v1/users/signin/passkey/options', {})
  return nobody.post<Body & { token?: string }>('/v1/users/signin/passkey', {
    response: device.signIn(asked.body.options, lies),
  })
}

export type CborValue = number | string | Buffer | readonly CborValue[] | CborMap
export type CborMap = ReadonlyMap<number | string, CborValue>

/** Encodes the part of CBOR (RFC 8949) that authenticators use. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...(value as CborMap)].flatMap(([name, inner]) => [cbor(name), cbor(inner)]),
    ])
  const list = value as readonly CborValue[]
  return Buffer.concat([head(4, list.length), ...list.map(cbor)])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  return length < 256 ? Buffer.of((major << 5) | 24, length) : Buffer.of((major << 5) | 25, length >> 8, length & 255)
}
