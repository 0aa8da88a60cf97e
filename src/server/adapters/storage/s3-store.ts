import { AwsClient } from 'aws4fetch'
import type { StoragePort } from '../../ports.ts'

export interface S3Settings {
  /** `https://s3.example`; addressed by path, which every compatible server knows. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const seconds = (until: Date) => String(Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)))

/** Photos on S3 or a store that speaks its protocol. */
export function s3Store(settings: S3Settings): StoragePort {
  const client = new AwsClient({ ...settings, service: 's3', retries: 2 })
  const address = (key: string) => new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${encodeURIComponent(key)}`)

  /** An address that carries its signature in the query; the signed headers must then be sent exactly so. */
  async function presign(method: 'GET' | 'PUT', key: string, expiresAt: Date, headers: Record<string, string>): Promise<string> {
    const url = address(key)
    url.searchParams.set('X-Amz-Expires', seconds(expiresAt))
    const signed = await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true } })
    return signed.url
  }

  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const answer = await client.fetch(address(key), { ...init, method })
    if (answer.ok || answer.status === 404) return answer
    // The store's own message may quote the signature: only its status is told.
    throw new Error(`The photo store answered ${answer.status} to ${method}`)
  }

  return {
    kind: 's3',
    origin: new URL(settings.endpoint).origin,
    door: null,
    async signUpload(file, expiresAt) {
      const url = await presign('PUT', file.key, expiresAt, { 'content-type': file.contentType, 'content-length': String(file.size) })
      // A browser sets the length by itself, and refuses to be told it.
      return { url, headers: { 'content-type': file.contentType } }
    },
    signDownload: (key, expiresAt) => presign('GET', key, expiresAt, {}),
    async read(key) {
      const answer = await ask('GET', key)
      if (answer.status === 404) return null
      return { bytes: new Uint8Array(await answer.arrayBuffer()), contentType: answer.headers.get('content-type') ?? 'application/octet-stream' }
    },
    async write(key, bytes, contentType) {
      await ask('PUT', key, { body: bytes as Uint8Array<ArrayBuffer>, headers: { 'content-type': contentType } })
    },
    async remove(key) {
      await ask('DELETE', key)
    },
  }
}
