import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../../../ports.ts'
import type { SandboxApi } from './api.ts'
import { ApiError } from './api-error.ts'
import { readForm } from './form.ts'
import { newSandboxID } from './ids.ts'

const MOST_BYTES = 256 * 1024
const LOOPBACK = '127.0.0.1'

interface Parts {
  readonly api: SandboxApi
  /** Known to this process only, so that another program on the machine can't make a payment. */
  readonly secretKey: string
  readonly log: Log
  /** Called after each answer. */
  readonly afterwards: () => void
}

/** The sandbox's API for Stripe's own client, on a port of this machine that the system chooses. */
export class SandboxApiServer {
  readonly #parts: Parts
  #server: Server | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async listen(): Promise<{ host: string; port: number }> {
    const server = createServer((request, response) => void this.#answer(request, response))
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, LOOPBACK, resolve)
    })
    // Only the product's own port keeps the process alive.
    server.unref()
    return { host: LOOPBACK, port: (server.address() as AddressInfo).port }
  }

  async close(): Promise<void> {
    const server = this.#server
    if (!server) return
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestID = newSandboxID('req')
    const {
      status,
      body,
      headers = {},
    } = await this.#result(request).catch((error: unknown) => {
      if (error instanceof ApiError) return { status: error.status, body: error.body, headers: undefined }
      this.#parts.log.error({ name: error instanceof Error ? error.name : typeof error }, 'the payments sandbox failed')
      return { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed.' } }, headers: undefined }
    })
    const text = JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': requestID, ...headers }).end(text)
    this.#parts.afterwards()
  }

  async #result(request: IncomingMessage) {
    const raw = await textOf(request)
    if (!this.#isOurs(request.headers.authorization)) throw new ApiError(401, { message: 'Invalid API Key provided.' })
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const method = request.method ?? 'GET'
    const form = readForm(method === 'GET' ? query : raw)
    if (form === null) throw new ApiError(400, { message: 'The body is not a form.' })
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    const { status, body, replayed } = await this.#parts.api.answer({ method, path, form, raw, idempotencyKey })
    return { status, body, headers: replayed ? { 'idempotent-replayed': 'true' } : {} }
  }

  #isOurs(authorization: string | undefined): boolean {
    const given = Buffer.from(authorization ?? '')
    const expected = Buffer.from(`Bearer ${this.#parts.secretKey}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST_BYTES) throw new ApiError(413, { message: 'The body is too large.' })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
