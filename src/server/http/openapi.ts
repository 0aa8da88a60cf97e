import * as z from 'zod/mini'
import { type Endpoint, MAX_DEPTH, MAX_NAMES, pathNames } from '#contract/endpoint.ts'
import { problem, PROBLEM_TYPE } from '#contract/problem.ts'
import { tokenScopeOf } from '#contract/token-scopes.ts'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import type { FeatureConfig } from '../ports.ts'
import { answerHeaders, HEADERS } from './openapi-headers.ts'
import { settingsInWords, settingAnswer, settingValue } from './openapi-settings.ts'
import { COMMON_REFUSALS, type Route } from './serve.ts'

type Json = Record<string, unknown>
type Config = Pick<FeatureConfig, 'pageSize'>

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description,
})

const UNCHANGED = 'The caller has this answer already.'
const IF_NONE_MATCH = header('If-None-Match', 'The ETag of the answer the caller has; 304 when it is still that one.')
const ETAG = { ETag: { $ref: '#/components/headers/ETag' } }

const ITSELF: Json = {
  operationId: 'getOpenapiJson',
  summary: 'This document',
  tags: ['openapi.json'],
  'x-roles': 'public',
  security: [{}],
  parameters: [IF_NONE_MATCH],
  responses: {
    '200': {
      description: 'Done.',
      headers: { ...answerHeaders(200), ...ETAG },
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    '304': { description: UNCHANGED, headers: { ...answerHeaders(304), ...ETAG } },
  },
}

/** The contract as OpenAPI 3.1 (api.md, "Conventions"). */
export function openApi(routes: readonly Route[], config: Config): Json {
  const paths: Record<string, Json> = { '/v1/openapi.json': { get: ITSELF } }
  for (const route of routes)
    (paths[route.endpoint.path] ??= {})[route.endpoint.method.toLowerCase()] = operationOf(route, config)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bagrun',
      version: '1',
      description:
        'Rounds, drivers and customers of a garden-bag firm. Money is AUD, days are YYYY-MM-DD, instants ISO 8601 in UTC.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      headers: HEADERS,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /v1/users/signin.' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'A token of Settings, API tokens, with the scope.' },
        xsrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie XSRF-TOKEN, which any answer sets.',
        },
      },
    },
  }
}

function operationOf(route: Route, config: Config): Json {
  const { endpoint } = route
  const changes = endpoint.method !== 'GET' && !endpoint.ownProof
  const scope = tokenScopeOf(endpoint)
  const proofs = { ...(endpoint.roles !== 'public' && { session: [] }), ...(changes && { xsrf: [] }) }
  return {
    operationId: operationID(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    'x-roles': endpoint.roles,
    ...(endpoint.area !== null && { 'x-office-area': endpoint.area, 'x-depot': endpoint.depot }),
    security: [proofs, ...(scope === null ? [] : [{ apiToken: [] }])],
    ...(scope !== null && { 'x-token-scope': scope }),
    ...(endpoint.path === '/v1/settings/{key}' && { description: settingsInWords() }),
    ...inputOf(route, config),
    responses: responsesOf(route),
  }
}

/** `GET /v1/runs/{runOrderID}` -> `getRunsRunOrderID`. */
function operationID({ method, path }: Endpoint): string {
  const words = path
    .slice('/v1/'.length)
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function inputOf(route: Route, config: Config): Json {
  const { endpoint } = route
  const schema = schemaOf(endpoint.input, 'input')
  const properties = { ...(schema['properties'] as Record<string, Json> | undefined), ...documentedOf(route) }
  const usual: Record<string, number> = { page: 1, perPage: config.pageSize }
  const required = new Set((schema['required'] ?? []) as string[])
  const inPath = new Set(pathNames(endpoint.path))
  const rest = Object.keys(properties).filter((name) => !inPath.has(name))
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.body !== 'json'
  const parameters: Json[] = [
    ...[...inPath].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: properties[name] ?? { type: 'string' },
    })),
    ...(inQuery
      ? rest.map((name) => ({
          name,
          in: 'query',
          required: required.has(name),
          schema: withDefault(properties[name]!, usual[name]),
        }))
      : []),
    ...headersTaken(route),
  ]
  return { parameters, ...bodyOf(endpoint, inQuery ? null : pick(schema, properties, rest, required)) }
}

/** Schemas of fields that the schema of the input leaves open. */
function documentedOf({ endpoint, documented = {} }: Route): Record<string, Json> {
  const sides = Object.entries(documented).map(([name, schema]) => [name, schemaOf(schema, 'input')])
  const value = endpoint.path === '/v1/settings/{key}' && endpoint.method === 'PUT' ? { value: settingValue() } : {}
  return { ...Object.fromEntries(sides), ...value }
}

function withDefault(schema: Json, usual: number | undefined): Json {
  return usual === undefined ? schema : { ...schema, default: usual }
}

function pick(schema: Json, properties: Record<string, Json>, names: string[], required: Set<string>): Json {
  const needed = names.filter((name) => required.has(name))
  return { ...schema, properties: Object.fromEntries(names.map((name) => [name, properties[name]])), required: needed }
}

function bodyOf(endpoint: Endpoint, schema: Json | null): Json {
  const bytes = { description: `At most ${endpoint.maxBytes} bytes.`, 'x-max-bytes': endpoint.maxBytes }
  if (endpoint.body === 'csv')
    return { requestBody: { required: true, ...bytes, content: { 'text/csv': { schema: { type: 'string' } } } } }
  if (endpoint.body === 'bytes')
    return { requestBody: { required: true, ...bytes, content: { 'application/octet-stream': {} } } }
  if (schema === null) return {}
  const required = (schema['required'] as string[]).length > 0
  const { maxBytes, maxValues } = endpoint
  const description = `${bytes.description} At most ${maxValues} names and list entries together, ${MAX_NAMES} names in one object, nested at most ${MAX_DEPTH} deep; a body nested deeper is refused as a whole (400 \`body_too_deep\`).`
  const bounds = {
    description,
    'x-max-bytes': maxBytes,
    'x-max-values': maxValues,
    'x-max-names': MAX_NAMES,
    'x-max-depth': MAX_DEPTH,
  }
  return { requestBody: { required, ...bounds, content: { 'application/json': { schema } } } }
}

function headersTaken({ endpoint, hashEtag }: Route): Json[] {
  return [
    ...(endpoint.method === 'POST' && endpoint.idempotencyKey
      ? [header('Idempotency-Key', 'The same key and body is done once and answers the same, for 7 days.')]
      : []),
    ...(endpoint.versioned && endpoint.method !== 'GET'
      ? [header('If-Match', 'The version that is to be changed, as in ETag; 412 when it is no longer that one.')]
      : []),
    ...(endpoint.roles !== 'public' && endpoint.roles.DRIVER
      ? [
          header(
            'X-Device-ID',
            'The driver’s phone: a session belongs to the first that says so, and ends with it when the office takes that phone back.',
          ),
        ]
      : []),
    ...(hashEtag ? [IF_NONE_MATCH] : []),
  ]
}

function responsesOf(route: Route): Json {
  const { endpoint } = route
  const codes: RefusalCode[] = [...COMMON_REFUSALS.filter((code) => mayHappen(route, code)), ...endpoint.refusals]
  const byStatus = groupByStatus(codes)
  const failures = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
        'x-codes': group,
        headers: answerHeaders(status, route, group),
        content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ])
  const unchanged = route.hashEtag ? { '304': { description: UNCHANGED, headers: answerHeaders(304, route) } } : {}
  return {
    [String(endpoint.status)]: { ...success(endpoint), headers: answerHeaders(endpoint.status, route) },
    ...unchanged,
    ...Object.fromEntries(failures),
  }
}

function groupByStatus(codes: readonly RefusalCode[]): Map<number, RefusalCode[]> {
  const groups = new Map<number, RefusalCode[]>()
  for (const code of new Set(codes))
    groups.set(refusals[code].status, [...(groups.get(refusals[code].status) ?? []), code])
  return groups
}

function mayHappen({ endpoint, limits }: Route, code: (typeof COMMON_REFUSALS)[number]): boolean {
  switch (code) {
    case 'unauthenticated':
    case 'session_expired':
    case 'forbidden':
    case 'token_scope':
      return endpoint.roles !== 'public'
    case 'office_role':
      return endpoint.area !== null || endpoint.depot !== 'any'
    case 'device_revoked':
      return endpoint.roles !== 'public' && endpoint.roles.DRIVER !== undefined && !endpoint.allowedWhenRevoked
    case 'second_factor_missing':
      return endpoint.roles !== 'public' && endpoint.roles.ADMIN !== undefined && !endpoint.setsUpFactor
    case 'xsrf_mismatch':
      return endpoint.method !== 'GET' && !endpoint.ownProof
    case 'idempotency_running':
    case 'idempotency_key_reused':
      return endpoint.method === 'POST' && endpoint.idempotencyKey
    case 'not_found':
      return namesAThing(endpoint)
    case 'body_too_deep':
      return endpoint.method !== 'GET' && endpoint.body === 'json'
    case 'body_too_large':
    case 'disk_full':
      return endpoint.method !== 'GET'
    case 'rate_limited':
      return limits !== undefined || tokenScopeOf(endpoint) !== null
    case 'method_not_allowed':
      return false
    default:
      return true
  }
}

/** Whether the input refers by id to an object that may not exist. */
function namesAThing({ path, input }: Endpoint): boolean {
  return (
    path.includes('{') || ('shape' in input && Object.keys(input.shape as object).some((name) => name.endsWith('ID')))
  )
}

function success(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: 'Done.' }
  if (endpoint.status === 302) return { description: 'The address to follow stands in Location.' }
  return { description: 'Done.', content: { 'application/json': { schema: answerOf(endpoint) } } }
}

function answerOf(endpoint: Endpoint): Json {
  const schema = schemaOf(endpoint.output, 'output')
  if (endpoint.path === '/v1/settings/{key}') return settingAnswer()
  if (endpoint.path !== '/v1/settings') return schema
  return {
    ...schema,
    properties: { ...(schema['properties'] as Json), items: { type: 'array', items: settingAnswer() } },
  }
}

interface Overridden {
  zodSchema: z.core.$ZodTypes
  jsonSchema: object
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: io === 'input' ? boundsOfTheNumber : wireForm,
  }) as Json
  return rest
}

/** What the handler returns is not described, but what is sent. */
function wireForm({ zodSchema, jsonSchema }: Overridden): void {
  if (!(zodSchema instanceof z.ZodMiniCodec)) return
  for (const name of Object.keys(jsonSchema)) delete (jsonSchema as Json)[name]
  Object.assign(jsonSchema, schemaOf(zodSchema.def.in as z.ZodMiniType, 'output'))
}

/** A number in a query arrives as text; its limits are those of the number. */
function boundsOfTheNumber({ zodSchema, jsonSchema }: Overridden): void {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe' || (def.in as z.core.$ZodTypes)._zod.def.type !== 'transform') return
  Object.assign(jsonSchema, schemaOf(def.out as z.ZodMiniType, 'output'))
}
