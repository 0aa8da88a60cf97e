import type { Run } from '#contract/v1/runs.ts'

/** An API client without a browser: reads what the phones have sent. */
export interface Caller {
  readonly token: string
  get<T>(path: string): Promise<T>
  /** @param body a text is sent as a file, anything else as JSON */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** A run as the office sees it. */
  run(runOrderID: string): Promise<Run>
  /** This week's run: the active one with the most stops. */
  activeRun(): Promise<Run>
  /** A photo's bytes as the office receives them. */
  photo(photoID: string): Promise<Buffer>
}

export const DEMO_PASSWORD = 'demo-demo-demo'
export const ADMIN = 'admin@demo.example'
export const DRIVER = 'driver@demo.example'
export const OTHER_DRIVER = 'driver2@demo.example'
export const CUSTOMER = 'customer@demo.example'

/** Signs in as a person of the demo business. Throws a refusal with its body. */
export async function signInTo(origin: string, email: string, password: string = DEMO_PASSWORD): Promise<Caller> {
  const cookie = await xsrfOf(origin)
  const { token } = await ask<{ token: string }>('POST', '/v1/users/signin', { email, password })

  async function ask<T>(method: string, path: string, body?: unknown, bearer?: string): Promise<T> {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(method === 'GET' ? {} : { cookie: `XSRF-TOKEN=${cookie}`, 'x-xsrf-token': cookie }),
        ...(body === undefined
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const get = <T>(path: string) => ask<T>('GET', path, undefined, token)
  const run = (runOrderID: string) => get<Run>(`/v1/runs/${runOrderID}`)
  return {
    token,
    get,
    run,
    send: (method, path, body) => ask(method, path, body, token),
    async activeRun() {
      const { items } = await get<{ items: { runOrderID: string; stops: number }[] }>('/v1/runs?status=active')
      const largest = items.toSorted((a, b) => b.stops - a.stops)[0]
      if (!largest) throw new Error('The demo has no active run.')
      return run(largest.runOrderID)
    },
    async photo(photoID) {
      const answer = await fetch(`${origin}/v1/photos/${photoID}`, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`The photo ${photoID} can't be fetched: ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}

async function xsrfOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/config`)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => /^XSRF-TOKEN=([^;]+)/.exec(one)?.[1])
    .find(Boolean)
  if (!cookie) throw new Error('The server set no XSRF-TOKEN cookie.')
  return cookie
}
