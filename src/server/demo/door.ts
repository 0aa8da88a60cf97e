import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { pathNames } from '#contract/endpoint.ts'

/** Sends one request to the app in process, without a network. */
export type Inject = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
}) => Promise<{ status: number; body: string }>

/** Calls an operation with the token of a signed-in user. Any refusal ends the demo with the server's message. */
export type Ask = <E extends Endpoint>(endpoint: E, input: CallOf<E>, token?: string) => Promise<OutputOf<E>>

const XSRF = 'the-demo-business'

/** Calls the product's own API, so that the demo data contains only states that the product can produce. */
export function frontDoor(inject: Inject): Ask {
  return async (endpoint, input, token) => {
    const rest = { ...(input as Record<string, unknown>) }
    const path = pathNames(endpoint.path).reduce((url, name) => {
      const value = String(rest[name])
      delete rest[name]
      return url.replace(`{${name}}`, encodeURIComponent(value))
    }, endpoint.path as string)
    const query =
      endpoint.method === 'GET'
        ? new URLSearchParams(
            Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
          ).toString()
        : ''
    const answer = await inject({
      method: endpoint.method,
      url: query ? `${path}?${query}` : path,
      headers: {
        cookie: `XSRF-TOKEN=${XSRF}`,
        'x-xsrf-token': XSRF,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(rest) }),
    })
    if (answer.status >= 400)
      throw new Error(`${endpoint.method} ${path} answered ${answer.status}: ${answer.body.slice(0, 500)}`)
    return (answer.body ? JSON.parse(answer.body) : undefined) as OutputOf<typeof endpoint>
  }
}

/** Uploads a file of the office. A row that is refused ends the demo too. */
export const csvDoor =
  (inject: Inject) =>
  async (url: string, csv: string, token: string): Promise<void> => {
    const answer = await inject({
      method: 'POST',
      url,
      headers: {
        cookie: `XSRF-TOKEN=${XSRF}`,
        'x-xsrf-token': XSRF,
        authorization: `Bearer ${token}`,
        'content-type': 'text/csv',
      },
      body: csv,
    })
    if (answer.status >= 400 || !(JSON.parse(answer.body) as { written: boolean }).written)
      throw new Error(`POST ${url} answered ${answer.status}: ${answer.body.slice(0, 500)}`)
  }
