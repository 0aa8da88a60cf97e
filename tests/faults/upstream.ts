import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'

export interface Asked {
  method: string
  url: string
  /** Without the query. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answered {
  status: number
  /** Names and values alternately, without those about length and connection. */
  headers: string[]
  body: Buffer
}

interface AskOptions {
  /** Called when half of the body is sent; the other half is sent by `go`, or never after `stop`. */
  onHalf?: (go: () => void, stop: () => void) => void
}

/** Forwards a request to the server unchanged. Null: the server is down, or ended before its answer was complete. */
export function ask(
  origin: string,
  { method, url, headers, body }: Asked,
  { onHalf }: AskOptions = {},
): Promise<Answered | null> {
  return new Promise((resolve) => {
    // The Host header stays the phone's: the server derives the addresses of uploads from it.
    const { 'accept-encoding': _, connection: __, ...rest } = headers
    const outgoing = httpRequest(new URL(url, origin), { method, headers: { ...rest, connection: 'close' } })
    outgoing.on('error', () => resolve(null))
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', () => resolve(null))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: kept(incoming.rawHeaders), body: Buffer.concat(chunks) }),
      )
    })
    if (!onHalf || body.length === 0) return void outgoing.end(body)
    outgoing.write(body.subarray(0, body.length / 2), () =>
      onHalf(
        () => void outgoing.end(body.subarray(body.length / 2)),
        () => void outgoing.destroy(),
      ),
    )
  })
}

function kept(raw: string[]): string[] {
  const headers: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    if (!['content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(raw[at]!.toLowerCase()))
      headers.push(raw[at]!, raw[at + 1]!)
  }
  return headers
}
