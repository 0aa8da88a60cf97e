import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultScheduleOf } from './fault-schedule.ts'
import { FALSE_ANSWERS } from './false-answers.ts'
import { type FaultKind, type Sort, sortOf } from './fault-kinds.ts'
import { ask, type Asked, type Answered } from './upstream.ts'

/** A proxy between a phone and the server, with faults: the phone opens its address. */
export interface FaultyProxy {
  readonly origin: string
  /** The origin its redirects lead to. */
  readonly portalOrigin: string
  /** Faults that were applied, by kind. */
  readonly met: ReadonlyMap<FaultKind, number>
  readonly counted: Counted
  /** How many of the requests that carry work meet a fault, 0 to 1. */
  share: number
  /** Called when a request hangs for good: only a kill of the phone or its own timeout ends that. */
  onHang: () => void
  /** Called when the server has just received a request that carries work. */
  onHandedOver: (sort: Sort) => void
  /** Called when half of the next upload has reached the server; `go` sends the other half. */
  onHalfUpload: ((go: () => void) => void) | null
  /** Whether the proxy currently answers that the driver's session has ended. */
  signedOut(): boolean
  /** Ends all faults. Resolves when delayed requests have been delivered. */
  heal(): Promise<void>
  close(): Promise<void>
}

export interface Counted {
  /** Requests that carry work. */
  sends: number
  /** Of them, those that the browser itself sent a second time after its connection broke. */
  resent: number
  /** Fetches of the week and similar requests that met a fault. */
  spoiled: number
  /** Requests to the target of a redirect: there must be none. */
  portalVisits: number
  /** The server's own failures, with their requests: there must be none. */
  broken: string[]
}

const SESSION_GONE_MS = 3_000
/** The faults that a fetch may meet. It carries no work, and is not counted by kind. */
const ON_FETCHES: readonly FaultKind[] = [
  'request dropped',
  'answer dropped after commit',
  'answer cut off, length right',
  'answer cut off, length wrong',
  'captive portal, HTML 200',
  'redirect',
  'a stranger’s 404',
  'a stranger’s 502',
  '500',
  '503 with Retry-After',
]

/** @param target the server's address @param dice 0 <= x < 1 */
export async function openFaultyProxy(target: string, dice: () => number): Promise<FaultyProxy> {
  const faults = faultScheduleOf(dice)
  const met = new Map<FaultKind, number>()
  const counted: Counted = { sends: 0, resent: 0, spoiled: 0, portalVisits: 0, broken: [] }
  const late = new Set<Promise<unknown>>()
  const seen = new Set<string>()
  let healed = false
  let signedOutUntil = 0

  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const isSignedOut = () => !healed && Date.now() < signedOutUntil
  const later = (ms: number, asked: Asked) => {
    const delivery = pause(ms)
      .then(() => reach(asked))
      .finally(() => late.delete(delivery))
    late.add(delivery)
  }

  /** Null: the server is down at the moment. */
  async function reach(asked: Asked, options: Parameters<typeof ask>[2] = {}): Promise<Answered | null> {
    const answer = await ask(target, asked, options)
    if (answer !== null && answer.status >= 500 && answer.status !== 503)
      counted.broken.push(`${asked.method} ${asked.path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
    return answer
  }

  /** @returns whether the fault could be applied: not when there was no server to answer */
  async function play(kind: FaultKind, asked: Asked, response: ServerResponse): Promise<boolean> {
    const sort = sortOf(asked.method, asked.path)
    const answerGiven = () => sort && proxy.onHandedOver(sort)
    const wrong = FALSE_ANSWERS[kind]
    if (wrong) {
      if (kind === '401 for three seconds') signedOutUntil = Date.now() + SESSION_GONE_MS
      const { status, headers, body } = wrong
      say(response, {
        status,
        headers: Object.entries(
          kind === 'redirect' ? { ...headers, location: `${portalOrigin}/login` } : headers,
        ).flat(),
        body: Buffer.from(body),
      })
      return true
    }
    switch (kind) {
      case 'request dropped':
        cut(response, dice)
        return true
      case 'hang, then the phone dies':
        proxy.onHang()
        return true
      case 'delivered late, given up meanwhile':
        cut(response, dice)
        later(500 + dice() * 4_000, asked)
        return true
      case 'upload cut off':
        await reach(asked, { onHalf: (_, stop) => stop() })
        cut(response, dice)
        return true
    }
    const trickles = kind === 'slow trickle'
    const reached =
      kind === 'delivered twice at once'
        ? Promise.all([reach(asked), reach(asked)]).then(([first, second]) => first ?? second)
        : reach(asked, trickles ? { onHalf: (go) => void setTimeout(go, 700) } : {})
    answerGiven()
    const answer = await reached
    if (answer === null) {
      noServer(response, dice)
      return false
    }
    switch (kind) {
      case 'answer dropped after commit':
        cut(response, dice)
        return answer.status < 300
      case 'hang after commit, then the phone dies':
        proxy.onHang()
        return answer.status < 300
      case 'delivered twice':
        say(response, (await reach(asked)) ?? answer)
        return true
      case 'delivered again later':
        later(500 + dice() * 4_000, asked)
        break
      case 'slow trickle':
        await trickle(response, answer)
        return true
      case 'answer cut off, length right':
        half(response, answer, { 'content-length': String(answer.body.length) })
        return true
      case 'answer cut off, length wrong':
        say(response, { ...answer, body: answer.body.subarray(0, answer.body.length / 2) })
        return true
      case 'answer cut off in a chunk':
        half(response, answer, {})
        return true
    }
    say(response, answer)
    return true
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request)
    if (asked === null) return
    const sort = healed ? null : sortOf(asked.method, asked.path)
    if (isSignedOut() && asked.path.startsWith('/v1/') && request.headers.authorization) {
      const { status, headers, body } = FALSE_ANSWERS['401 for three seconds']!
      return say(response, { status, headers: Object.entries(headers).flat(), body: Buffer.from(body) })
    }
    if (sort !== null) {
      counted.sends += 1
      // A batch contains the time it was sent: an identical one was repeated by the browser, not by the app.
      const text = sort === 'done' ? asked.body.toString() : null
      if (text !== null && seen.has(text)) counted.resent += 1
      if (text !== null) seen.add(text)
      const kind = dice() < proxy.share ? faults.next(sort) : null
      if (kind !== null) {
        const played = await play(kind, asked, response)
        if (played) met.set(kind, (met.get(kind) ?? 0) + 1)
        else faults.putBack(kind)
        return
      }
    } else if (!healed && asked.method === 'GET' && asked.path.startsWith('/v1/') && dice() < 0.15) {
      counted.spoiled += 1
      await play(ON_FETCHES[Math.floor(dice() * ON_FETCHES.length)]!, asked, response)
      return
    }
    const onHalf = sort === 'bytes' ? proxy.onHalfUpload : null
    if (onHalf) proxy.onHalfUpload = null
    const reached = reach(asked, onHalf ? { onHalf } : {})
    if (sort !== null) proxy.onHandedOver(sort)
    const answer = await reached
    if (answer === null) noServer(response, dice)
    else say(response, answer)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    void handle(request, response).catch(() => response.socket?.destroy())
  })
  server.keepAliveTimeout = 60_000
  const portal = createServer((_, response) => {
    counted.portalVisits += 1
    response.end('Please accept our terms.')
  })
  const portalOrigin = await listen(portal)
  const origin = await listen(server)

  const proxy: FaultyProxy = {
    origin,
    portalOrigin,
    met,
    counted,
    share: 0,
    onHang: () => undefined,
    onHandedOver: () => undefined,
    onHalfUpload: null,
    signedOut: isSignedOut,
    heal: async () => {
      healed = true
      await Promise.all(late)
    },
    close: async () => {
      await Promise.all(late)
      await Promise.all([server, portal].map(shut))
    },
  }
  return proxy
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function shut(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** Null: the phone disconnected before the request was complete. */
async function read(request: IncomingMessage): Promise<Asked | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return null
  }
  const url = request.url ?? '/'
  return {
    method: request.method ?? 'GET',
    url,
    path: url.split('?')[0] ?? '/',
    headers: request.headers,
    body: Buffer.concat(chunks),
  }
}

function say(response: ServerResponse, { status, headers, body }: Answered): void {
  if (response.destroyed) return
  response.writeHead(status, [...headers, 'content-length', String(body.length)])
  response.end(body)
}

/** Breaks the connection at a random point of the answer. */
function cut(response: ServerResponse, dice: () => number): void {
  if (dice() < 0.5) response.socket?.resetAndDestroy()
  else response.socket?.destroy()
}

/** Sends half of the answer, then breaks the connection. Without a length it is sent in chunks. */
function half(response: ServerResponse, { status, headers, body }: Answered, length: Record<string, string>): void {
  if (response.destroyed) return
  response.writeHead(status, [...headers, ...Object.entries(length).flat()])
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => setTimeout(() => response.socket?.destroy(), 20))
}

async function trickle(response: ServerResponse, { status, headers, body }: Answered): Promise<void> {
  if (response.destroyed) return
  response.writeHead(status, [...headers, 'content-length', String(body.length)])
  const piece = Math.max(1, Math.ceil(body.length / 8))
  for (let at = 0; at < body.length && !response.destroyed; at += piece) {
    response.write(body.subarray(at, at + piece))
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  response.end()
}

/** What a phone meets while the server is down: a broken connection, or a 502 from another server. */
function noServer(response: ServerResponse, dice: () => number): void {
  const { status, headers, body } = FALSE_ANSWERS['a stranger’s 502']!
  if (dice() < 0.5) cut(response, dice)
  else say(response, { status, headers: Object.entries(headers).flat(), body: Buffer.from(body) })
}
