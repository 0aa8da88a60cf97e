import type * as z from 'zod/mini'
import { type Endpoint, pathNames } from '#contract/endpoint.ts'
import { fieldsOf } from '#contract/problem.ts'
import { Refused } from './refused.ts'

/** Maximum number of invalid fields named in one answer, which limits the answer to a body with 1,000 of them. */
const FIELDS_NAMED = 20

interface Parts {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** The parsed JSON body; undefined when there is none. */
  readonly body: unknown
}

/**
 * The one flat input of an operation: path, query (GET, DELETE, and where the body is bytes) and JSON body. A repeated
 * name is refused like an unknown one. Refuses with fields (422), or 404 for an invalid id.
 */
export function readInput<E extends Endpoint>(endpoint: E, { params, query, body }: Parts): z.output<E['input']> {
  const takesQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.body !== 'json'
  const input: Record<string, unknown> = { ...params }
  const unknown = new Set<string>(takesQuery ? [] : Object.keys(query))
  for (const source of [takesQuery ? query : {}, objectOf(body)]) {
    for (const [name, value] of Object.entries(source)) {
      // Assigning `__proto__` would not create a field, and so would go unnoticed.
      if (Object.hasOwn(input, name) || name === '__proto__') unknown.add(name)
      else input[name] = value
    }
  }
  // A missing field and an invalid one have different messages: the issue must contain the input.
  const checked = endpoint.input.safeParse(input, { reportInput: true })
  const names = pathNames(endpoint.path)
  if (!checked.success) {
    if (checked.error.issues.some((issue) => names.includes(String(issue.path[0])))) throw new Refused('not_found')
    throw new Refused('fields_invalid', {
      fields: fieldsOf([...checked.error.issues, unknownNames(unknown)], FIELDS_NAMED),
    })
  }
  if (unknown.size > 0) throw new Refused('fields_invalid', { fields: fieldsOf([unknownNames(unknown)], FIELDS_NAMED) })
  return checked.data as z.output<E['input']>
}

function objectOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refused('not_understood', { message: 'The body has to be a JSON object.' })
  }
  return body as Record<string, unknown>
}

function unknownNames(names: Set<string>) {
  return { code: 'unrecognized_keys', path: [], keys: [...names] }
}
