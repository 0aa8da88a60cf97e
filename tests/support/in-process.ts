import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Injected } from 'fastify'

/** The origin of the office's addresses in tests. */
export const ORIGIN = 'http://office.test'

/** `fetch` without a network: redirects are not followed, cookies are the caller's. */
export function inProcess(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init) => {
    if (typeof input === 'string' && isPlain(input, init))
      return answerOf(await app.inject(plain(input, init)), init.method)
    const request = new Request(input instanceof Request ? input : new URL(input.toString(), ORIGIN), init)
    request.signal.throwIfAborted()
    // A browser's Request drops the Cookie header; here it is passed on.
    const headers = Object.fromEntries([...request.headers, ...new Headers(init?.headers)])
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    return answerOf(
      await app.inject({
        method: request.method as Method,
        url: url.pathname + url.search,
        headers: { host: url.host, ...headers },
        ...(body && { payload: body }),
      }),
      request.method,
    )
  }
}

type Method = NonNullable<InjectOptions['method']>

const WRITTEN = /^[\x21-\x7e]+$/
const SAID = /^[\x20-\x7e]*$/

/**
 * An ordinary call needs no Request object, whose construction costs as much as the rest of the call; any unusual call
 * goes through the standard Request.
 */
function isPlain(
  path: string,
  init: RequestInit | undefined,
): init is RequestInit & { headers: Record<string, string> } {
  if (
    init === undefined ||
    init.signal ||
    !(init.body === undefined || typeof init.body === 'string') ||
    init.headers?.constructor !== Object
  )
    return false
  return (
    (path.startsWith('/v1/') || path.startsWith(`${ORIGIN}/v1/`)) &&
    WRITTEN.test(path) &&
    Object.values(init.headers).every((value: unknown) => typeof value === 'string' && SAID.test(value))
  )
}

function plain(
  path: string,
  { method = 'GET', headers, body }: RequestInit & { headers: Record<string, string> },
): InjectOptions {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method: method as Method,
    url: path.startsWith(ORIGIN) ? path.slice(ORIGIN.length) : path,
    headers: { host: new URL(ORIGIN).host, ...named },
    ...(typeof body === 'string' && { payload: body }),
  }
}

function answerOf(answer: Injected, method = 'GET'): Response {
  const out = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) out.append(name, String(one))
  }
  const empty = [204, 304].includes(answer.statusCode) || method === 'HEAD'
  return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: out })
}
