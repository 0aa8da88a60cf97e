import type { Office } from '../office.ts'

/** The part of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly 'x-roles': 'public' | Readonly<Record<string, string>>
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly 'x-max-bytes'?: number
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>
  }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly 'x-codes'?: readonly string[]
        readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
      }
    >
  >
}

/** One operation as an external client reads it in our document. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly roles: 'public' | Readonly<Record<string, string>>
  readonly parameters: readonly Parameter[]
  /** Null: the operation has no body. */
  readonly body: {
    readonly type: string
    readonly schema: Schema | null
    readonly required: boolean
    readonly maxBytes: number | null
  } | null
  /** The codes of its refusals by status. */
  readonly refusals: Readonly<Record<string, readonly string[]>>
  /** The schema of its successful response. */
  readonly answer: Schema | null
  /** Every status the document lists for it. */
  readonly statuses: readonly number[]
}

/** Every operation of the document that the running server serves. */
export async function operationsOf(office: Pick<Office, 'nobody'>): Promise<Operation[]> {
  const { status, body } = await office.nobody.get<{ paths: Record<string, Record<string, Described>> }>(
    '/v1/openapi.json',
  )
  if (status !== 200) throw new Error(`GET /v1/openapi.json answered ${status}`)
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
  )
}

function operationOf(
  method: string,
  path: string,
  { parameters = [], requestBody, responses, ...described }: Described,
): Operation {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  return {
    name: `${method} ${path}`,
    method,
    path,
    roles: described['x-roles'],
    parameters,
    body:
      type === undefined
        ? null
        : {
            type,
            schema: content?.schema ?? null,
            required: requestBody?.required ?? false,
            maxBytes: requestBody?.['x-max-bytes'] ?? null,
          },
    refusals: Object.fromEntries(
      Object.entries(responses).map(([status, { 'x-codes': codes = [] }]) => [status, codes]),
    ),
    answer: success?.content?.['application/json']?.schema ?? null,
    statuses: Object.keys(responses).map(Number),
  }
}
