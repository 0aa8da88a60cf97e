import type { Schema } from '../../support/openapi/document.ts'

/** One place in a JSON body: its value, the values allowed there, and a function to replace it. */
export interface Place {
  /** `drivers.0.driverID` */
  readonly at: string
  /** The allowed schema from which the value was generated. */
  readonly schema: Schema
  /** All that is allowed here, for example a text or null. */
  readonly allowed: Schema
  readonly value: unknown
  readonly required: boolean
  put(value: unknown): void
  /** Removes the field; null in a list and for the body itself. */
  readonly remove: (() => void) | null
}

/** Every place in a value that its schema describes, the value itself first. */
export function placesOf(schema: Schema, value: unknown, put: (value: unknown) => void): Place[] {
  return walk({ at: '', schema, allowed: schema, value, required: true, put, remove: null })
}

function walk(place: Place): Place[] {
  const { value, at } = place
  const schema = matching(place.schema, value)
  const inner: Place[] = []
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      inner.push({
        at: join(at, String(index)),
        schema: schema.items ?? {},
        allowed: schema.items ?? {},
        value: item,
        required: false,
        put: (next) => void (value[index] = next),
        remove: null,
      })
    }
  } else if (isObject(value)) {
    for (const [name, held] of Object.entries(value)) {
      const known = schema.properties?.[name]
      if (!known) continue
      const required = schema.required?.includes(name) ?? false
      inner.push({
        at: join(at, name),
        schema: known,
        allowed: known,
        value: held,
        required,
        put: (next) => void (value[name] = next),
        remove: () => delete value[name],
      })
    }
  }
  return [{ ...place, schema }, ...inner.flatMap(walk)]
}

const join = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

/** Of several allowed schemas, the one from which this value was generated. */
function matching(schema: Schema, value: unknown): Schema {
  const choices = schema.oneOf ?? schema.anyOf
  if (!choices) return schema
  const same = choices.filter((choice) => mayBe(choice, value))
  if (!isObject(value)) return same.length === 1 ? same[0]! : schema
  return (
    same.find(({ properties = {} }) =>
      Object.entries(properties).every(([name, { const: fixed }]) => fixed === undefined || value[name] === fixed),
    ) ?? schema
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON Schema's name for the type of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** Whether a schema allows a value of this type; a schema without a type allows all. */
export function mayBe(schema: Schema, value: unknown): boolean {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.some((choice) => mayBe(choice, value))
  if ('const' in schema) return schema.const === value
  if (schema.enum) return schema.enum.includes(value)
  if (schema.type === undefined) return true
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return types.some((type) =>
    type === 'integer' ? typeof value === 'number' && Number.isInteger(value) : type === kindOf(value),
  )
}

/** Whether a number or a text is outside the bounds of every schema that allows its type. */
export function outOfBounds(schema: Schema, value: number | string): boolean {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.every((choice) => !mayBe(choice, value) || outOfBounds(choice, value))
  if (!mayBe(schema, value)) return true
  if (typeof value === 'number') return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)
  // Surrounding white space is removed before a text is measured.
  const text = value.trim()
  if ([...value].length > (schema.maxLength ?? Infinity) && text.length > (schema.maxLength ?? Infinity)) return true
  return (
    schema.pattern !== undefined &&
    !new RegExp(schema.pattern, 'u').test(value) &&
    !new RegExp(schema.pattern, 'u').test(text)
  )
}
