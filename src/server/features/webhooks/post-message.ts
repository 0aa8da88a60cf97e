import { createHmac, randomBytes } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { addressProblem, publicLookup } from './webhook-address.ts'

const TIMEOUT_MS = 10_000
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Standard Webhooks: `whsec_` and the key in base64. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface OutgoingMessage {
  readonly url: string
  readonly secret: string
  readonly messageID: string
  readonly body: string
  readonly sentAt: Date
}

/**
 * Posts a signed message (Standard Webhooks 1.0) and follows no redirect. Throws where there is no answer within 10 s.
 * @param hosts of WEBHOOK_HOSTS
 * @returns the answer's status; its body is not read
 */
export function postMessage(message: OutgoingMessage, hosts: readonly string[]): Promise<number> {
  const url = new URL(message.url)
  const isAllowed = hosts.includes(url.host)
  // The operator's list may have become shorter since the webhook was made.
  const problem = addressProblem(message.url, hosts)
  if (problem !== null) return Promise.reject(new Error(problem))
  const post = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    const request = post(
      url,
      {
        method: 'POST',
        headers: { ...signatureOf(message), 'content-type': 'application/json', 'user-agent': 'Bagrun' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(!isAllowed && { lookup: publicLookup }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      },
    )
    request.on('error', reject)
    request.end(message.body)
  })
}

function signatureOf({ secret, messageID, body, sentAt }: OutgoingMessage): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1000)
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${messageID}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': messageID, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
