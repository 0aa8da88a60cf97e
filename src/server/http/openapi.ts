import * as z from 'zod/mini'
import { type Endpoint, pathNames } from '#contract/endpoint.ts'
import { problem, PROBLEM_TYPE } from '#contract/problem.ts'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import { SETTINGS } from '#domain/settings.ts'
import { COMMON_REFUSALS } from './serve.ts'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1 for people outside (api.md). */
export function openApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint)
  return {
    openapi: '3.1.0',
    info: { title: 'Bagrun', version: '1', description: 'Rounds, drivers and customers of a garden-bag firm. Money is AUD, days are YYYY-MM-DD, instants ISO 8601 in UTC.' },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /v1/users/signin.' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: 'The value of the cookie XSRF-TOKEN, which any answer sets.' },
      },
    },
  }
}

function operationOf(endpoint: Endpoint): Json {
  const changes = endpoint.method !== 'GET' && !endpoint.ownProof
  const proofs = { ...(endpoint.roles !== 'public' && { session: [] }), ...(changes && { xsrf: [] }) }
  return {
    operationId: operationID(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    'x-roles': endpoint.roles,
    security: [proofs],
    ...(endpoint.path === '/v1/settings/{key}' && { description: settingsInWords(), 'x-settings': SETTINGS }),
    ...inputOf(endpoint),
    responses: responsesOf(endpoint),
  }
}

/** Each key with what it holds and its default (api.md: "listed with its default in OpenAPI"). */
function settingsInWords(): string {
  return Object.entries(SETTINGS)
    .map(([key, { about, default: usual }]) => `\`${key}\`: ${about} Default: ${JSON.stringify(usual)}.`)
    .join('\n\n')
}

/** `GET /v1/runs/{runOrderID}` -> `getRunsRunOrderID`. */
function operationID({ method, path }: Endpoint): string {
  const words = path.slice('/v1/'.length).split(/[^a-zA-Z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function inputOf(endpoint: Endpoint): Json {
  const schema = schemaOf(endpoint.input, 'input')
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = new Set((schema['required'] ?? []) as string[])
  const inPath = new Set(pathNames(endpoint.path))
  const rest = Object.keys(properties).filter((name) => !inPath.has(name))
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.body !== 'json'
  const parameters: Json[] = [
    ...[...inPath].map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...(inQuery ? rest.map((name) => ({ name, in: 'query', required: required.has(name), schema: properties[name] })) : []),
    ...headersTaken(endpoint),
  ]
  return { parameters, ...bodyOf(endpoint, inQuery ? null : pick(schema, properties, rest, required)) }
}

function pick(schema: Json, properties: Record<string, Json>, names: string[], required: Set<string>): Json {
  const needed = names.filter((name) => required.has(name))
  return { ...schema, properties: Object.fromEntries(names.map((name) => [name, properties[name]])), required: needed }
}

function bodyOf(endpoint: Endpoint, schema: Json | null): Json {
  if (endpoint.body === 'csv') return { requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } } }
  if (endpoint.body === 'bytes') return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (schema === null) return {}
  const required = (schema['required'] as string[]).length > 0
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

function headersTaken(endpoint: Endpoint): Json[] {
  const header = (name: string, description: string) => ({ name, in: 'header', required: false, schema: { type: 'string' }, description })
  return [
    ...(endpoint.method === 'POST' && endpoint.idempotencyKey ? [header('Idempotency-Key', 'The same key and body is done once and answers the same, for 7 days.')] : []),
    ...(endpoint.versioned && endpoint.method !== 'GET' ? [header('If-Match', 'The version that is to be changed, as in ETag; 412 when it is no longer that one.')] : []),
  ]
}

function responsesOf(endpoint: Endpoint): Json {
  const codes: RefusalCode[] = [...COMMON_REFUSALS.filter((code) => mayHappen(endpoint, code)), ...endpoint.refusals]
  const byStatus = groupByStatus(codes)
  const failures = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, group]) => [
    String(status),
    {
      description: group.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
      'x-codes': group,
      content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ])
  return { [String(endpoint.status)]: success(endpoint), ...Object.fromEntries(failures) }
}

function groupByStatus(codes: readonly RefusalCode[]): Map<number, RefusalCode[]> {
  const groups = new Map<number, RefusalCode[]>()
  for (const code of new Set(codes)) groups.set(refusals[code].status, [...(groups.get(refusals[code].status) ?? []), code])
  return groups
}

function mayHappen(endpoint: Endpoint, code: (typeof COMMON_REFUSALS)[number]): boolean {
  switch (code) {
    case 'unauthenticated':
    case 'forbidden':
      return endpoint.roles !== 'public'
    case 'xsrf_mismatch':
      return endpoint.method !== 'GET' && !endpoint.ownProof
    case 'idempotency_running':
    case 'idempotency_key_reused':
      return endpoint.method === 'POST' && endpoint.idempotencyKey
    case 'not_found':
      return endpoint.path.includes('{')
    case 'body_too_large':
    case 'disk_full':
      return endpoint.method !== 'GET'
    case 'method_not_allowed':
    case 'rate_limited':
      return false
    default:
      return true
  }
}

function success(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint.status === 302) return { description: 'The address to follow stands in Location.' }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } } }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  return rest
}
