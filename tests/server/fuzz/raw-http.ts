import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Written } from './request.ts'

export interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly tookMs: number
  /** CPU time of all processors together, of server and client: what the request costs, however busy the machine is. */
  readonly computedMs: number
}

const PATIENCE_MS = 30_000

/** Sends HTTP to a server on this machine, with every byte exactly as given. */
export interface Wire {
  send(written: Written): Promise<Heard>
  close(): void
}

export function wireTo(port: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: async (written) => {
      const [began, used] = [performance.now(), process.cpuUsage()]
      const said = await (isOrdinary(written) ? ordinary(agent, port, written) : bare(port, written))
      const { user, system } = process.cpuUsage(used)
      return { ...said, tookMs: performance.now() - began, computedMs: (user + system) / 1_000 }
    },
    close: () => agent.destroy(),
  }
}

/** Whether Node's own client accepts it. */
function isOrdinary({ target, headers }: Written): boolean {
  return (
    /^\/[\x21-\x7e]*$/.test(target) &&
    headers.every(([name, value]) => /^[!#$%&'*+.^_`|~0-9a-zA-Z-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)) &&
    !headers.some(([name]) => /^(content-length|transfer-encoding|host)$/i.test(name))
  )
}

type Said = Omit<Heard, 'tookMs' | 'computedMs'>

function ordinary(agent: Agent, port: number, { method, target, headers, body }: Written): Promise<Said> {
  return new Promise((resolve, reject) => {
    const lines: Record<string, string | string[]> = {}
    for (const [name, value] of headers) lines[name] = name in lines ? [lines[name]!, value].flat() : value
    const asked = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: target,
        headers: { ...lines, ...(body && { 'content-length': body.length }) },
        timeout: PATIENCE_MS,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const said = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
          resolve({ status: answer.statusCode ?? 0, headers: said, body: Buffer.concat(parts).toString() })
        })
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', reject)
    asked.end(body ?? undefined)
  })
}

/** Over a separate connection, so that invalid HTTP can be sent too. */
function bare(port: number, { method, target, headers, body }: Written): Promise<Said> {
  const named = headers.some(
    ([name]) => name.toLowerCase() === 'content-length' || name.toLowerCase() === 'transfer-encoding',
  )
  const host = headers.some(([name]) => name.toLowerCase() === 'host') ? [] : ['host: 127.0.0.1']
  const lines = [
    ...host,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body && !named ? [`content-length: ${body.length}`] : []),
    'connection: close',
  ]
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () =>
      socket.write(Buffer.concat([head, body ?? Buffer.alloc(0)])),
    )
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
    socket.on('data', (part: Buffer) => parts.push(part))
    // A write error is no failure when the server no longer reads the request.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? finish() : reject(error),
    )
    socket.on('close', finish)
    function finish() {
      const all = Buffer.concat(parts)
      if (all.length === 0) reject(new Error('the connection ended without an answer'))
      else resolve(parsed(all))
    }
  })
}

function parsed(all: Buffer): Said {
  const end = all.indexOf('\r\n\r\n')
  const [first = '', ...lines] = all.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const rest = all.subarray(end + 4)
  const length = Number(headers['content-length'] ?? rest.length)
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest.subarray(0, length)
  return { status: Number(first.split(' ')[1]), headers, body: body.toString() }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16)
    if (!(size > 0)) break
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 4 + size
  }
  return Buffer.concat(parts)
}
