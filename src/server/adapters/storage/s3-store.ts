import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { hashInKey, photoType } from '#domain/photo-file.ts'
import { checkPhotoFile } from '../../files/check-photo-file.ts'
import { type Clock, type Log, type StoragePort, StorageTrouble } from '../../ports.ts'
import { factsOf } from './stored-facts.ts'

export interface S3Settings {
  /** `https://s3.example`, with path-style addressing, which every compatible server supports. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A request without an answer for this long has failed. */
const PATIENCE_MS = 30_000

/**
 * A signed S3 address does not cover the bytes of an upload. Devices therefore upload to this prefix, and only bytes
 * that match their key and pass `checkPhotoFile` are copied to their final key, which later uploads can't overwrite.
 * The lifecycle rule in docs/operations.md deletes leftovers.
 */
const ARRIVING = 'arriving/'
const ASSETS = 'assets/'

/** Stores photos on S3 or a compatible store. */
export function s3Store(
  settings: S3Settings,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): StoragePort {
  const client = new AwsClient({ ...settings, service: 's3', retries: 2, initRetryMs: 100 })
  const address = (name: string) =>
    new URL(
      `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${name.split('/').map(encodeURIComponent).join('/')}`,
    )

  /** An address with its signature in the query. The signed headers must be sent exactly as signed. */
  async function presign(
    method: 'GET' | 'PUT',
    name: string,
    expiresAt: Date,
    headers: Record<string, string>,
  ): Promise<string> {
    const now = clock.now()
    const url = address(name)
    url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1000))))
    const datetime = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
    const signed = await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true, datetime } })
    return signed.url
  }

  async function ask(method: string, name: string, init: RequestInit = {}): Promise<Response | null> {
    const answer = await client
      .fetch(address(name), { ...init, method, signal: AbortSignal.timeout(PATIENCE_MS) })
      .catch(() => null)
    if (answer?.ok) return answer
    const code = answer && /<Code>(\w+)<\/Code>/.exec(await answer.text().catch(() => ''))?.[1]
    if (answer?.status === 404 && code !== 'NoSuchBucket') return null
    // The error's message may contain the signature, so only status and code are logged.
    log.error(
      { method, status: answer?.status ?? null, code: code ?? null },
      'the photo store did not answer as it should',
    )
    throw new StorageTrouble('away', `The photo store answered ${answer?.status ?? 'nothing'} to ${method}`)
  }

  async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await ask('GET', name)
    if (!answer) return null
    const bytes = await answer.arrayBuffer().catch(() => {
      throw new StorageTrouble('away', 'The photo store broke off')
    })
    return new Uint8Array(bytes)
  }

  async function keep(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
    const headers = {
      'content-type': contentType,
      'cache-control': 'private, max-age=600',
      'content-disposition': 'inline',
    }
    await ask('PUT', key, { body: bytes, headers })
  }

  async function read(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null> {
    const promised = hashInKey(key)
    if (promised === null) return null
    const kept = await bytesOf(key)
    if (kept) return { bytes: kept, contentType: photoType(kept) ?? 'application/octet-stream' }
    const arrived = await bytesOf(ARRIVING + key)
    if (!arrived) return null
    const { type, fault } = await checkPhotoFile(arrived)
    if (createHash('sha256').update(arrived).digest('hex').startsWith(promised)) {
      if (type !== null && fault === null) await keep(key, arrived, type)
      // The photo was stored, or refused, for example because it contains a position. A leftover copy is harmless, and
      // a failure is logged.
      await ask('DELETE', ARRIVING + key).catch(() => null)
    }
    return { bytes: arrived, contentType: type ?? 'application/octet-stream' }
  }

  return {
    kind: 's3',
    origin: new URL(settings.endpoint).origin,
    door: null,
    async signUpload(file, expiresAt) {
      const url = await presign('PUT', ARRIVING + file.key, expiresAt, {
        'content-type': file.contentType,
        'content-length': String(file.size),
      })
      // Content-Length is left out, because a browser sets it and does not allow a script to.
      return { url, headers: { 'content-type': file.contentType } }
    },
    signDownload: (key, expiresAt) => presign('GET', key, expiresAt, {}),
    async look(key) {
      const file = await read(key)
      return file && factsOf(file.bytes)
    },
    read,
    async write(key, bytes, contentType) {
      if (hashInKey(key) === null) throw new Error('This is no key of a photo')
      await keep(key, new Uint8Array(bytes), contentType)
    },
    async remove(key) {
      await ask('DELETE', ARRIVING + key)
      await ask('DELETE', key)
    },
    assets: {
      read: (name) => bytesOf(ASSETS + name),
      write: async (name, bytes) => void (await ask('PUT', ASSETS + name, { body: new Uint8Array(bytes) })),
    },
  }
}
