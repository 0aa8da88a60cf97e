import type { FastifyInstance, InjectOptions } from 'fastify'

/** What the office's addresses begin with in tests. */
export const ORIGIN = 'http://office.test'

/** `fetch` without a network: redirects are not followed, cookies are the caller's. */
export function inProcess(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input.toString(), ORIGIN), init)
    request.signal.throwIfAborted()
    // A browser's Request forgets Cookie; ours may say it.
    const headers = Object.fromEntries([...request.headers, ...new Headers(init?.headers)])
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    const answer = await app.inject({ method: request.method as NonNullable<InjectOptions['method']>, url: url.pathname + url.search, headers: { host: url.host, ...headers }, ...(body && { payload: body }) })
    const out = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) out.append(name, String(one))
    }
    const empty = [204, 304].includes(answer.statusCode) || request.method === 'HEAD'
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: out })
  }
}
