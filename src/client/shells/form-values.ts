import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { checkFields } from '#client/api/form-rules.ts'

export type FormValues = Record<string, unknown>

export interface FormRules<V extends FormValues> {
  endpoint: Endpoint
  /** The path parameters and other values sent unchanged. */
  fixed: Readonly<Record<string, unknown>>
  required: readonly (keyof V & string)[]
  /** Converts the values for the wire; by default they are sent as they are, without empty fields. */
  toInput: ((values: V) => Readonly<Record<string, unknown>>) | undefined
  mandatory: string
}

/** The request body: for a new object all filled-in fields; for an edit only changed ones, an emptied one as null. */
export function inputOf<V extends FormValues>(
  { fixed, toInput }: Pick<FormRules<V>, 'fixed' | 'toInput'>,
  values: V,
  before: V | null,
): CallOf<Endpoint> {
  const now = plain(toInput?.(values) ?? values)
  if (before === null) return { ...fixed, ...without(now, (value) => value === null) } as CallOf<Endpoint>
  const then = plain(toInput?.(before) ?? before)
  return {
    ...fixed,
    ...without(now, (value, name) => JSON.stringify(value) === JSON.stringify(then[name])),
  } as CallOf<Endpoint>
}

/** Validates with the endpoint's own schema (spec 5), and reports required fields that are empty. */
export function problemsOf<V extends FormValues>(
  rules: FormRules<V>,
  values: V,
  before: V | null,
): Record<string, string> {
  const empty = rules.required.filter(
    (name) => values[name] === '' || values[name] === null || values[name] === undefined,
  )
  const wrong = checkFields(rules.endpoint.input, inputOf(rules, values, before) as Record<string, unknown>)
  return { ...wrong, ...Object.fromEntries(empty.map((name) => [name, rules.mandatory])) }
}

function plain(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' && value.trim() === '' ? null : value]),
  )
}

function without(
  values: Record<string, unknown>,
  gone: (value: unknown, name: string) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !gone(value, name)))
}
