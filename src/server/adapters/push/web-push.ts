import type { OutgoingPush, PushAnswer, PushKeys, PushPort } from '../../ports.ts'

const TIMEOUT_MS = 10_000
/** Loaded at the first push: most installations start long before one. */
const library = async () => (await import('web-push')).default

/** Encryption (RFC 8291) and signature (RFC 8292) by the library; the request is ours, which follows no redirect. */
export const webPush: PushPort = {
  newKeys: async (): Promise<PushKeys> => (await library()).generateVAPIDKeys(),
  send: async (push: OutgoingPush, keys: PushKeys, subject: string): Promise<PushAnswer> => {
    const { endpoint, p256dh, auth, payload, ttlSeconds, topic } = push
    const request = (await library()).generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: ttlSeconds,
      topic,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    })
    // fetch counts the bytes itself.
    const headers = Object.entries(request.headers).filter(([name]) => name !== 'Content-Length')
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
  },
}
