import type * as z from 'zod/mini'
import { type Endpoint, pathNames } from '#contract/endpoint.ts'
import { fieldsOf } from '#contract/problem.ts'
import { Refused } from './refused.ts'

const FIELDS_NAMED = 20

interface Parts {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** Parsed JSON; undefined: none. */
  readonly body: unknown
}

/**
 * The flat input of an operation from path, query (GET, DELETE, and where the body is bytes) and JSON body. Refuses an
 * unknown, repeated or invalid field (422), and an invalid id (404).
 */
export function readInput<E extends Endpoint>(endpoint: E, { params, query, body }: Parts): z.output<E['input']> {
  const takesQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.body !== 'json'
  const input: Record<string, unknown> = { ...params }
  const unknown = new Set<string>(takesQuery ? [] : Object.keys(query))
  for (const source of [takesQuery ? query : {}, objectOf(body)]) {
    for (const [name, value] of Object.entries(source)) {
      // Assigning `__proto__` creates no field, so it would go unnoticed.
      if (Object.hasOwn(input, name) || name === '__proto__') unknown.add(name)
      else input[name] = value
    }
  }
  // A missing field and an invalid one have different messages, so the issue must contain the input.
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
