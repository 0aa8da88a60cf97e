/** A form-encoded body of Stripe's API: `line_items[0][price_data][currency]=aud` -> nested fields. */
export type Form = { readonly [name: string]: string | Form }

/** More fields than any request of the product has. */
const MAX_FIELDS = 2000
const MAX_LEVELS = 8

export function readForm(text: string): Form | null {
  const root: Writable = Object.create(null)
  const fields = [...new URLSearchParams(text)]
  if (fields.length > MAX_FIELDS) return null
  for (const [index, [name, value]] of fields.entries()) {
    const steps = stepsOf(name, index)
    if (steps === null || !put(root, steps, value)) return null
  }
  return root
}

type Writable = { [name: string]: string | Writable }

/** `a[b][]` -> a, b, and the field's own position in place of the empty one. */
function stepsOf(name: string, index: number): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) return null
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, step]) => step || String(index))
  const steps = [match[1]!, ...inner]
  return steps.length > MAX_LEVELS ? null : steps
}

function put(root: Writable, steps: readonly string[], value: string): boolean {
  let at = root
  for (const step of steps.slice(0, -1)) {
    const next = (at[step] ??= Object.create(null) as Writable)
    if (typeof next === 'string') return false
    at = next
  }
  at[steps.at(-1)!] = value
  return true
}

/** The entries of a list: `expand[0]=a&expand[1]=b`. */
export function listIn(form: Form | string | undefined): readonly (string | Form)[] {
  return form === undefined || typeof form === 'string' ? [] : Object.values(form)
}

export function formIn(form: Form | string | undefined, ...steps: readonly string[]): Form | undefined {
  const found = at(form, steps)
  return typeof found === 'string' ? undefined : found
}

export function textIn(form: Form | string | undefined, ...steps: readonly string[]): string | undefined {
  const found = at(form, steps)
  return typeof found === 'string' ? found : undefined
}

/** Names and texts: `metadata[checkoutID]=…`. */
export const textsIn = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(formIn(form, name) ?? {}).map(([key, value]) => [key, String(value)]))

/** Undefined: missing, or not written as a whole number. */
export function wholeIn(form: Form | string | undefined, ...steps: readonly string[]): number | undefined {
  const text = textIn(form, ...steps)
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
}

const at = (form: Form | string | undefined, steps: readonly string[]) =>
  steps.reduce<Form | string | undefined>((from, step) => (typeof from === 'object' ? from[step] : undefined), form)
