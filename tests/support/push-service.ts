import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request of the server to the push service, as the device reads it. */
export interface ArrivedPush {
  readonly device: string
  readonly message: { title: string; body: string; path: string; tag: string }
  readonly ttl: number
  readonly topic: string | undefined
  readonly urgency: string | undefined
  /** Of the signature (RFC 8292), which was checked. */
  readonly claims: { aud: string; exp: number; sub: string }
  /** The public key that signed it. */
  readonly key: string
}

export interface PushAnswerAsked {
  readonly status: number
  readonly headers?: Record<string, string>
}

export interface PushDevice {
  readonly name: string
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
}

export interface PushService {
  readonly origin: string
  /** What was accepted. */
  readonly arrived: ArrivedPush[]
  /** Paths of all requests, refused ones too. */
  readonly asked: string[]
  /** Decides on a request; 201 when it is null. */
  answer: ((device: string) => PushAnswerAsked | Promise<PushAnswerAsked>) | null
  /** A browser that has subscribed. */
  device(name: string): PushDevice
  close(): Promise<void>
}

/** A push service on this machine that decrypts what arrives, by RFC 8291 and 8188 and not by the server's library. */
export async function openPushService(): Promise<PushService> {
  const keys = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const server = createServer((request, response) => {
    void receive(request).then(
      ({ status, headers }) => response.writeHead(status, headers).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    origin,
    arrived: [],
    asked: [],
    answer: null,
    device: (name) => {
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      keys.set(name, { ecdh, auth })
      const p256dh = ecdh.generateKeys('base64url')
      return {
        name,
        subscription: { endpoint: `${origin}/push/${name}`, keys: { p256dh, auth: auth.toString('base64url') } },
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service

  async function receive(request: IncomingMessage): Promise<PushAnswerAsked> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    service.asked.push(request.url ?? '')
    const device = /^\/push\/(.+)$/.exec(request.url ?? '')?.[1] ?? ''
    const known = keys.get(device)
    if (request.method !== 'POST' || !known) return { status: 404 }
    const answer = (await service.answer?.(device)) ?? { status: 201 }
    if (answer.status !== 201) return answer
    const { headers } = request
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The content is not encrypted')
    service.arrived.push({
      device,
      message: JSON.parse(decrypted(Buffer.concat(chunks), known.ecdh, known.auth)) as ArrivedPush['message'],
      ttl: Number(headers['ttl']),
      topic: headers['topic'] as string | undefined,
      urgency: headers['urgency'] as string | undefined,
      ...checkedSignature(headers.authorization ?? '', origin),
    })
    return answer
  }
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest()

function decrypted(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, idLength] = [body.subarray(0, 16), body[20]!]
  const [sender, content] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)]
  const shared = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender, Buffer.from([1])])
  const secret = hmac(salt, hmac(hmac(auth, shared), info))
  const key = hmac(secret, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(secret, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(content.subarray(-16))
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

function checkedSignature(authorization: string, origin: string): Pick<ArrivedPush, 'claims' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
  const [head = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('The signature is wrong')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as ArrivedPush['claims']
  if (claims.aud !== origin) throw new Error('The signature is for another service')
  return { claims, key }
}
