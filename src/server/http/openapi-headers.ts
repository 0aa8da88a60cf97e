import type { Route } from './serve.ts'

type Json = Record<string, unknown>

const text = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema })

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': text('Names this request in our log.'),
  ETag: text('The version of the object, or a hash of the list.'),
  'Retry-After': text('Seconds to wait before the next try.', { type: 'integer', minimum: 1 }),
  Location: text('Where to go on, or where the new object is.', { type: 'string', format: 'uri-reference' }),
}

const WAIT: readonly string[] = ['rate_limited', 'unavailable', 'idempotency_running']

export function answerHeaders(status: number, route?: Route, codes: readonly string[] = []): Json {
  const names = [
    'X-Request-Id',
    ...(route && hasEtag(status, route) ? ['ETag'] : []),
    ...(codes.some((code) => WAIT.includes(code)) ? ['Retry-After'] : []),
    ...(status === 302 ? ['Location'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function hasEtag(status: number, { endpoint, hashEtag }: Route): boolean {
  if (hashEtag) return status === 200 || status === 304
  if (status !== endpoint.status || status === 204) return false
  return endpoint.versioned || (status === 201 && 'version' in shapeOf(endpoint.output))
}

function shapeOf(schema: object): object {
  const shape: unknown = Reflect.get(schema, 'shape')
  return typeof shape === 'object' && shape !== null ? shape : {}
}
