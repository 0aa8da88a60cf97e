import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { checkFields } from '#client/api/form-rules.ts'

/** What a form holds: texts of its boxes, ticks, lists. */
export type FormValues = Record<string, unknown>

export interface FormRules<V extends FormValues> {
  endpoint: Endpoint
  /** The ids of the path and what else is sent as it is. */
  fixed: Readonly<Record<string, unknown>>
  required: readonly (keyof V & string)[]
  /** What travels for these values; by default they themselves, an empty box being no value. */
  toInput: ((values: V) => Readonly<Record<string, unknown>>) | undefined
  mandatory: string
}

/** What is sent: of a new object all that was filled in; of a changed one only what was changed, an emptied box as null. */
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

/** The endpoint's own schema says what is wrong (spec 5), and which boxes may not be empty. */
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
