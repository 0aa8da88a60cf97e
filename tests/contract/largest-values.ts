import * as z from 'zod/mini'

/**
 * The size of a JSON body: its bytes, its names and list entries together, the names of its largest object, and its
 * depth of nesting.
 */
export interface Size {
  readonly bytes: number
  readonly values: number
  readonly names: number
  readonly depth: number
}

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** JSON may write any character of a text as `\uXXXX`. */
const BYTES_PER_CHARACTER = 6
const NUMBER_BYTES = '-1.2345678901234567e+308'.length
/** Texts that are bounded by their pattern: one of the greatest length it allows. */
const LONGEST: readonly string[] = [
  '0190a000-0000-7000-8000-000000000000',
  'f'.repeat(64),
  '2026-11-22',
  '2026-11-22T00:00:00.000000000Z',
  '2000',
  // Of a browser's subscription to notifications.
  `BA${'a'.repeat(85)}`,
  'a'.repeat(22),
]

/** Base64 for addresses, of a length its pattern names. */
const COUNTED = /^\^\[\\w-\]\{\d+,(\d+)\}\$$/
/** What a browser adds where an object allows any field: a passkey's extensions are a few flags. */
const OPEN_OBJECT: Size = { bytes: 1_024, values: 50, names: 20, depth: 4 }

/**
 * The largest body that an operation's schema allows, written by any program: white space between its parts not
 * counted.
 * @param replaced fields that are not in the body (null), or that are larger than their schema shows
 */
export function largest(schema: z.ZodMiniType, replaced: Readonly<Record<string, unknown>> = {}): Size {
  const { properties = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in replaced)))
  return largestOf({ ...json, properties: kept }, '(body)')
}

/** The size of a value as `JSON.stringify` writes it, every character of its texts as `\uXXXX`. */
export function measured(value: unknown): Size {
  if (Array.isArray(value)) return together(value.map((item) => ({ name: null, size: measured(item) })))
  if (typeof value === 'object' && value !== null)
    return together(Object.entries(value).map(([name, inner]) => ({ name, size: measured(inner) })))
  if (typeof value === 'string')
    return plain(2 + (/^[\x20-\x7e]*$/.test(value) ? value.length : value.length * BYTES_PER_CHARACTER))
  return plain(JSON.stringify(value).length)
}

function largestOf(schema: Schema, at: string): Size {
  if ('const' in schema) return measured(schema.const)
  if (schema.enum) return most(schema.enum.map(measured))
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return most(choices.map((choice) => largestOf(choice, at)))
  switch (schema.type) {
    case 'object':
      if (typeof schema.additionalProperties === 'object') return OPEN_OBJECT
      return together(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
          name,
          size: largestOf(inner, `${at}.${name}`),
        })),
      )
    case 'array': {
      if (schema.maxItems === undefined || schema.items === undefined) throw new Error(`${at} is a list without an end`)
      const item = largestOf(schema.items, at)
      return {
        bytes: 2 + schema.maxItems * (item.bytes + 1) - 1,
        values: schema.maxItems * (1 + item.values),
        names: item.names,
        depth: 1 + item.depth,
      }
    }
    case 'string':
      return plain(2 + textBytes(schema, at))
    case 'number':
    case 'integer':
      return plain(NUMBER_BYTES)
    case 'boolean':
      return plain('false'.length)
    case 'null':
      return plain('null'.length)
    default:
      throw new Error(`${at} may be anything`)
  }
}

function textBytes({ maxLength, pattern }: Schema, at: string): number {
  const counted = COUNTED.exec(pattern ?? '')?.[1]
  if (counted !== undefined) return Number(counted)
  if (maxLength !== undefined) return maxLength * BYTES_PER_CHARACTER
  const longest = LONGEST.filter((text) => pattern !== undefined && new RegExp(pattern, 'u').test(text)).map(
    (text) => text.length,
  )
  if (longest.length === 0)
    throw new Error(
      `${at} is a text without an end${pattern === undefined ? '' : `, or of a pattern that tests/contract/largest-values.ts has no example of: ${pattern}`}`,
    )
  return Math.max(...longest)
}

const plain = (bytes: number): Size => ({ bytes, values: 0, names: 0, depth: 0 })

function together(members: readonly { name: string | null; size: Size }[]): Size {
  const sum = (of: (size: Size) => number) => members.reduce((all, { size }) => all + of(size), 0)
  const names = members.reduce((all, { name }) => all + (name === null ? 0 : JSON.stringify(name).length + 1), 0)
  return {
    bytes: 2 + names + sum(({ bytes }) => bytes) + Math.max(0, members.length - 1),
    values: members.length + sum(({ values }) => values),
    names: Math.max(
      members.some(({ name }) => name !== null) ? members.length : 0,
      ...members.map(({ size }) => size.names),
    ),
    depth: 1 + Math.max(0, ...members.map(({ size }) => size.depth)),
  }
}

const most = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  values: Math.max(...sizes.map(({ values }) => values)),
  names: Math.max(...sizes.map(({ names }) => names)),
  depth: Math.max(...sizes.map(({ depth }) => depth)),
})
