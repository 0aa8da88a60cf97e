import { type CallOf, type Endpoint, type OutputOf, pathNames } from '#contract/endpoint.ts'

type Fetch = typeof globalThis.fetch
const XSRF = 'xsrf-of-the-tests'

export interface Answer<T> {
  readonly status: number
  /** The JSON of the response; an empty object when there is none. */
  readonly body: T
  readonly headers: Headers
}

/** A refusal's fields, or any other response body. */
export type Body = { message?: string; code?: string; fields?: Record<string, string>; [name: string]: unknown }

type Headings = Record<string, string>

/** An anonymous browser client: it sends cookie and XSRF header as a page does. Paths are absolute: `/v1/...`. */
export interface Nobody {
  get<T = Body>(path: string, headers?: Headings): Promise<Answer<T>>
  post<T = Body>(path: string, body?: unknown, headers?: Headings): Promise<Answer<T>>
  put<T = Body>(path: string, body?: unknown, headers?: Headings): Promise<Answer<T>>
  delete<T = Body>(path: string, body?: unknown, headers?: Headings): Promise<Answer<T>>
}

export interface Person extends Nobody {
  readonly userID: string
  readonly token: string
  readonly email: string
  readonly password: string
}

export function nobodyOf(fetch: Fetch, token?: string): Nobody {
  const send = async <T>(method: string, path: string, body: unknown, headers: Headings = {}): Promise<Answer<T>> => {
    const bytes = typeof body === 'string' || body instanceof Uint8Array
    const answer = await fetch(path, {
      method,
      headers: {
        cookie: `XSRF-TOKEN=${XSRF}`,
        'x-xsrf-token': XSRF,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: bytes ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: jsonOf<T>(text, answer.headers) }
  }
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  }
}

function jsonOf<T>(text: string, headers: Headers): T {
  return (/json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : {}) as T
}

interface Credentials {
  readonly email: string
  readonly password: string
}

export async function signedIn(fetch: Fetch, { email, password }: Credentials): Promise<Person> {
  const answer = await nobodyOf(fetch).post<{ token: string }>('/v1/users/signin', { email, password })
  if (answer.status !== 200) throw new Error(`${email} can't sign in: ${answer.status} ${JSON.stringify(answer.body)}`)
  const person = nobodyOf(fetch, answer.body.token)
  const profile = await person.get<{ userID: string }>('/v1/users/profile')
  return { ...person, userID: profile.body.userID, token: answer.body.token, email, password }
}

export async function personOf(fetch: Fetch, userID: string, credentials: Credentials): Promise<Person> {
  return { ...(await signedIn(fetch, credentials)), userID }
}

/** Calls one operation by its contract; throws when the response is not the one the contract defines. */
export async function callAs<E extends Endpoint>(person: Nobody, endpoint: E, input: CallOf<E>): Promise<OutputOf<E>> {
  const rest = { ...(input as Record<string, unknown>) }
  let path: string = endpoint.path
  for (const name of pathNames(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const query = new URLSearchParams()
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  }
  const answer = await sendTo(person, endpoint, query.size > 0 ? `${path}?${query}` : path, rest)
  if (answer.status !== endpoint.status)
    throw new Error(`${endpoint.method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return (endpoint.status === 204 ? undefined : answer.body) as OutputOf<E>
}

function sendTo(person: Nobody, { method }: Endpoint, path: string, body: unknown): Promise<Answer<unknown>> {
  switch (method) {
    case 'GET':
      return person.get(path)
    case 'POST':
      return person.post(path, body)
    case 'PUT':
      return person.put(path, body)
    case 'DELETE':
      return person.delete(path)
  }
}
