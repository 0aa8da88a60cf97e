import type { OutgoingPush, PushAnswer, PushKeys, PushPort } from '../../ports.ts'

const TIMEOUT_MS = 10_000
const ENCODING = 'aes128gcm'
/** A signature is valid for 12 hours. It is renewed after one, because making it takes longer than encrypting. */
const SIGNED_AGAIN_MS = 3_600_000

/** Loaded at the first push, because most installations start long before one. */
const library = async () => (await import('web-push')).default

/** The library encrypts (RFC 8291) and signs (RFC 8292); the request is ours and follows no redirect. */
export function webPush(): PushPort {
  /** By signer and push service, of which there are few. */
  const signatures = new Map<string, { authorization: string; madeAt: number }>()

  async function signatureFor(origin: string, { publicKey, privateKey }: PushKeys, subject: string): Promise<string> {
    const name = [origin, publicKey, subject].join(' ')
    const known = signatures.get(name)
    const now = Date.now()
    if (known && now - known.madeAt < SIGNED_AGAIN_MS) return known.authorization
    const headers = (await library()).getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING)
    if (!known && signatures.size >= 100) signatures.clear()
    signatures.set(name, { authorization: headers.Authorization, madeAt: now })
    return headers.Authorization
  }

  return {
    newKeys: async () => (await library()).generateVAPIDKeys(),
    send: async (push: OutgoingPush, keys: PushKeys, subject: string): Promise<PushAnswer> => {
      const { endpoint, p256dh, auth, payload, ttlSeconds, topic } = push
      const authorization = await signatureFor(new URL(endpoint).origin, keys, subject)
      const request = (await library()).generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        TTL: ttlSeconds,
        topic,
        urgency: 'normal',
        contentEncoding: ENCODING,
      })
      // fetch counts the bytes itself.
      const headers = Object.entries(request.headers).filter(([name]) => name !== 'Content-Length')
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: { ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])), authorization },
        body: new Uint8Array(request.body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    },
  }
}
