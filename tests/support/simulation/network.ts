import type { VirtualClock } from './virtual-clock.ts'
import { busy } from './idle-detection.ts'

/** What happens to one request on its way. */
export type Fault =
  | 'none'
  | 'drop-request'
  | 'drop-answer'
  | 'hang'
  | 'hang-after-commit'
  | 'duplicate'
  | 'concurrent-duplicate'
  | 'late-duplicate'
  | 'truncated'
  | 'captive-200'
  | 'redirect'
  | 'foreign-404'
  | 'foreign-502'
  | 'foreign-413'
  | 'ours-500'
  | 'ours-503'
  | 'ours-413'
  | 'ours-429'
  | 'ours-408'
  | 'ours-400'
  | 'ours-404'
  | 'ours-409'
  | 'ours-422'
  | 'ours-403'
  | 'ours-426'
  | 'opaque-redirect'
  | 'slow-answer'
  | 'newer-server'
  | 'silent-about-one'
  | 'damaged-on-its-way'
  | 'verdicts-in-another-order'
  | Mishap
/** What goes wrong at the server while it handles the request; see `mishap`. */
export type Mishap =
  | 'session-ends'
  | 'xsrf-rotates-under-way'
  | 'line-to-database-cut'
  | 'commit-unheard'
  | 'office-acts-meanwhile'
  | 'file-gone'
  | 'store-away'
export const FAULTS: readonly Fault[] = [
  'drop-request',
  'drop-answer',
  'hang',
  'hang-after-commit',
  'duplicate',
  'concurrent-duplicate',
  'late-duplicate',
  'truncated',
  'captive-200',
  'redirect',
  'foreign-404',
  'foreign-502',
  'foreign-413',
  'ours-500',
  'ours-503',
  'ours-413',
  'ours-429',
  'ours-408',
  'ours-400',
  'ours-404',
  'ours-409',
  'ours-422',
  'ours-403',
  'ours-426',
  'opaque-redirect',
  'slow-answer',
  'slow-answer',
  'slow-answer',
  'newer-server',
  'newer-server',
  'silent-about-one',
  'verdicts-in-another-order',
  'damaged-on-its-way',
  'file-gone',
  'file-gone',
  'store-away',
  'store-away',
  'session-ends',
  'xsrf-rotates-under-way',
  'line-to-database-cut',
  'commit-unheard',
  'office-acts-meanwhile',
]

export interface Worked {
  /** The owner of the request's token. */
  token: string | null
  method: string
  path: string
  /** Of the request. */
  body: unknown
  status: number
  /** The response identifies itself as the server's. */
  ours: boolean
  /** Of the answer, when it is JSON. */
  answer: unknown
  /** The server could not be reached, or the connection broke. */
  began: unknown
}

export interface Heard {
  method: string
  path: string
  body: unknown
  fault: Fault
  status: number
  retryAfterMs: number | null
  /** Of a server's answer: its time less the phone's as the phone asked, ms. */
  offset: number | null
  /** Whether the app that sent the request still runs. */
  alive: boolean
}

export interface NetworkSettings {
  clock: VirtualClock
  server: typeof globalThis.fetch
  /** 0 <= x < 1 */
  random(): number
}

/**
 * The network between a phone and the server: slow, unreliable, with responses from other servers; on a virtual clock.
 */
export class Network {
  online = true
  /** Chooses each request's fault. */
  fate: (url: string, init: RequestInit) => Fault = () => 'none'
  /** Answers instead of the server when it returns a response. */
  stranger: (url: string, init: RequestInit) => Response | null = () => null
  /** How many records the server takes in one request. */
  mostAtOnce = Number.POSITIVE_INFINITY
  /** Makes one of the server's faults happen to this request; the returned work continues beside it. */
  mishap: (what: Mishap, body: unknown) => Promise<unknown> | undefined = () => undefined
  /** Clears the planned fault when a request has committed nothing, so that it does not meet a later request. */
  mishapOver: () => void = () => undefined
  /** Reads the state when a request reaches the server; the result is passed to onWorked. */
  beforeWork: () => unknown = () => null
  /**
   * Called for every request the server has handled, before the answer is sent: what happened there, whether or not the
   * answer arrives.
   */
  onWorked: (request: Worked) => void | Promise<void> = () => undefined
  /** Called for every request when it is sent. */
  onAsked: (request: { method: string; path: string; authorization: string | null; body: unknown }) => void = () =>
    undefined
  /** Called with the answer that the phone is about to receive. */
  onHeard: (request: Heard) => void = () => undefined
  /** The phone's clock, ms since 1970. */
  phoneTime: () => number = () => 0
  /** One way, ms. */
  latency: [number, number] = [20, 200]
  readonly requests: { method: string; url: string; fault: Fault; authorization: boolean; body: unknown }[] = []
  readonly #settings: NetworkSettings
  /** The browser's cookie. */
  xsrf: string | null = null

  constructor(settings: NetworkSettings) {
    this.#settings = settings
  }

  /** The batches of events that reached any server: their eventIDs. */
  get batches(): string[][] {
    return this.requests.flatMap(({ method, url, body, fault }) =>
      method === 'PUT' &&
      url.endsWith('/done') &&
      fault !== 'drop-request' &&
      (body as { events: unknown[] }).events.length > 0
        ? [(body as { events: { eventID: string }[] }).events.map((event) => event.eventID)]
        : [],
    )
  }

  fetch = async (url: string, init: RequestInit, alive = () => true): Promise<Response> => {
    const { clock, random } = this.#settings
    const [least, most] = this.latency
    const delay = () => clock.sleep(least + Math.floor(random() * (most - least)))
    const fault = this.online ? this.fate(url, init) : 'drop-request'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const method = init.method ?? 'GET'
    const authorization = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? null
    const askedAt = this.phoneTime()
    this.requests.push({ method, url, fault, authorization: authorization !== null, body })
    this.onAsked({ method, path: url, authorization, body })
    const answer = this.#deliver(url, init, fault, delay).then((response) => {
      const seconds = response.headers.get('retry-after')
      const saidAt = response.headers.get('date')
      this.onHeard({
        method,
        path: url,
        body,
        fault,
        status: response.status,
        retryAfterMs: seconds === null ? null : Number(seconds) * 1000,
        offset: saidAt === null ? null : Date.parse(saidAt) - askedAt,
        alive: alive(),
      })
      return response
    })
    return Promise.race([answer, abortOf(init.signal)])
  }

  async #deliver(url: string, init: RequestInit, fault: Fault, delay: () => Promise<void>): Promise<Response> {
    const { clock } = this.#settings
    const cookie = this.xsrf
    await delay()
    const answered = fault === 'none' ? this.stranger(url, init) : null
    if (answered) return answered
    switch (fault) {
      case 'none':
        break
      case 'drop-request':
        throw new TypeError('Failed to fetch')
      case 'hang':
        return new Promise(() => undefined)
      case 'hang-after-commit':
        await this.#reach(url, init, cookie)
        return new Promise(() => undefined)
      case 'drop-answer':
        await this.#reach(url, init, cookie)
        throw new TypeError('Failed to fetch')
      case 'slow-answer': {
        const answer = await this.#reach(url, init, cookie)
        await clock.sleep(2_000 + Math.floor(this.#settings.random() * 20_000))
        return answer
      }
      case 'newer-server': {
        const answer = await this.#reach(url, init, cookie)
        await delay()
        return fromLater(answer)
      }
      case 'verdicts-in-another-order': {
        const answer = await this.#reach(url, init, cookie)
        await delay()
        return backwards(answer)
      }
      case 'silent-about-one': {
        const answer = await this.#reach(url, withoutLast(init), cookie)
        await delay()
        return answer
      }
      case 'damaged-on-its-way': {
        const answer = await this.#reach(url, await damaged(init), cookie)
        await delay()
        return answer
      }
      case 'store-away':
      case 'file-gone': {
        const key = /\/files\/([^?]+)/.exec(url)?.[1]
        if (key) {
          const answer = await this.#reach(url, init, cookie)
          await this.mishap(fault, { events: [{ eventID: '', type: 'photo', key: decodeURIComponent(key) }] })
          await delay()
          return answer
        }
        await this.mishap(fault, typeof init.body === 'string' ? JSON.parse(init.body) : null)
        break
      }
      case 'xsrf-rotates-under-way': {
        this.xsrf = `rotated-${this.requests.length}`
        const answer = await this.#reach(url, init, this.xsrf)
        await delay()
        return answer
      }
      case 'session-ends':
      case 'line-to-database-cut':
      case 'commit-unheard':
      case 'office-acts-meanwhile': {
        const beside = this.mishap(fault, null)
        const answer = await this.#reach(url, init, cookie)
        await beside
        if (fault === 'commit-unheard') this.mishapOver()
        await delay()
        return answer
      }
      case 'duplicate':
        await this.#reach(url, init, cookie)
        break
      case 'concurrent-duplicate': {
        const [first] = await Promise.all([this.#reach(url, init, cookie), this.#reach(url, init, cookie)])
        await delay()
        return first
      }
      case 'late-duplicate':
        void clock.sleep(5_000).then(() => this.#reach(url, init, cookie).catch(() => undefined))
        break
      case 'truncated': {
        const answer = await this.#reach(url, init, cookie)
        const text = await answer.text()
        return new Response(answer.status === 204 ? null : text.slice(0, Math.floor(text.length / 2)), {
          status: answer.status,
          headers: answer.headers,
        })
      }
      case 'captive-200':
        return new Response('<html>Welcome to Harbour Wi-Fi. Please accept our terms.</html>', {
          status: 200,
          headers: { 'content-type': 'text/html' },
        })
      case 'redirect':
        return new Response(null, { status: 302, headers: { location: 'https://portal.example/login' } })
      case 'opaque-redirect':
        return Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
      case 'foreign-404':
        return new Response(JSON.stringify({ message: 'no such route', code: 'not_found' }), {
          status: 404,
          headers: { 'content-type': 'application/json' },
        })
      case 'foreign-502':
        return new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
      case 'foreign-413':
        return new Response('<h1>Request Entity Too Large</h1>', {
          status: 413,
          headers: { 'content-type': 'text/html' },
        })
      case 'ours-500':
        return ours(500, 'broken')
      case 'ours-503':
        return ours(503, 'unavailable', 3)
      case 'ours-413':
        return ours(413, 'body_too_large')
      case 'ours-429':
        return ours(429, 'rate_limited', 5)
      case 'ours-408':
        return ours(408, 'not_understood')
      case 'ours-400':
        return ours(400, 'not_understood')
      case 'ours-404':
        return ours(404, 'not_found')
      case 'ours-409':
        return ours(409, 'wrong_state')
      case 'ours-422':
        return ours(422, 'invalid')
      case 'ours-403':
        return ours(403, 'forbidden')
      case 'ours-426':
        return ours(426, 'app_update_needed')
    }
    const answer = await this.#reach(url, init, cookie)
    await delay()
    return answer
  }

  async #reach(url: string, { signal: _dropped, ...init }: RequestInit, cookie: string | null): Promise<Response> {
    const headers = new Headers(init.headers)
    const plain = Object.fromEntries(headers)
    if (cookie !== null && init.credentials !== 'omit') plain['cookie'] = `XSRF-TOKEN=${cookie}`
    if (
      typeof init.body === 'string' &&
      ((JSON.parse(init.body) as { events?: unknown[] }).events?.length ?? 0) > this.mostAtOnce
    )
      return ours(413, 'body_too_large')
    const began = this.beforeWork()
    const method = init.method ?? 'GET'
    const worked = async () => {
      const answer = await this.#settings.server(url, { ...init, headers: plain })
      const text = /json/.test(answer.headers.get('content-type') ?? '') ? await answer.text() : null
      await this.onWorked({
        token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
        method,
        path: url,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
        status: answer.status,
        ours: answer.headers.get('x-bagrun') === '1',
        answer: text ? JSON.parse(text) : null,
        began,
      })
      return text === null ? answer : new Response(text, { status: answer.status, headers: answer.headers })
    }
    const answer = await busy(worked())
    const given = /XSRF-TOKEN=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    if (given && this.xsrf === null) this.xsrf = decodeURIComponent(given)
    return answer
  }
}

/** The same answer from a server two builds newer, whose runs this build can't read. */
async function fromLater(answer: Response): Promise<Response> {
  const body = (await answer.json().catch(() => null)) as { run?: { jobs?: { state: string }[] } | null } | null
  for (const stop of body?.run?.jobs ?? []) stop.state = 'half-way'
  return new Response(body === null ? null : JSON.stringify(body), { status: answer.status, headers: answer.headers })
}

/** Reverses the verdicts: each names its record, so their order must not matter. */
async function backwards(answer: Response): Promise<Response> {
  const text = await answer.text()
  const body = /^{.*"results":/.test(text) ? (JSON.parse(text) as { results: unknown[] }) : null
  const said = body === null ? text : JSON.stringify({ ...body, results: [...body.results].reverse() })
  return new Response(answer.status === 204 || answer.status === 304 ? null : said, {
    status: answer.status,
    headers: answer.headers,
  })
}

/**
 * As if the server postponed the last record: it neither stores nor lists it, nor compares the phone's count with its
 * own.
 */
function withoutLast(init: RequestInit): RequestInit {
  if (typeof init.body !== 'string') return init
  const body = JSON.parse(init.body) as { events?: unknown[] }
  return Array.isArray(body.events)
    ? { ...init, body: JSON.stringify({ ...body, events: body.events.slice(0, -1), reconcile: undefined }) }
    : init
}

/** Changes bytes of a photo without changing their number; any other body passes unchanged. */
async function damaged(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof Blob)) return init
  const bytes = new Uint8Array(await init.body.arrayBuffer())
  return {
    ...init,
    body: new Blob([bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))], { type: init.body.type }),
  }
}

/** A problem in our server's format. */
export function ours(status: number, code: string, retryAfter?: number, message = 'Please try again.'): Response {
  const headers = new Headers({ 'content-type': 'application/problem+json', 'x-bagrun': '1' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return new Response(JSON.stringify({ message, code }), { status, headers })
}

function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  )
}
