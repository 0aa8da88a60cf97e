import type { Dice } from './random.ts'
import type { Schema } from './document.ts'

/** The sources of values: a random generator, and the ids of existing things. */
export interface Source {
  readonly dice: Dice
  /** An id for that name, for example `customerID`, if one exists. */
  id(name: string): string | undefined
  /** The probability that an optional property is present. */
  readonly fullness: number
}

/** The id names of array items, which have no property name of their own. */
const ITEMS: Readonly<Record<string, string>> = {
  add: 'customerID',
  remove: 'assignmentID',
  order: 'assignmentID',
  unsent: 'eventID',
  undoes: 'eventID',
}
/** The caller chooses these ids. */
const MADE_BY_CALLER = new Set(['eventID', 'photoID'])
const WEEK: Readonly<Record<string, readonly number[]>> = {
  yearNumber: [2026, 2027],
  monthNumber: [11, 12],
  weekNumber: [1, 2, 3, 4],
}
const WORDS = ['Grevillea', 'O’Connor', 'Zoë', 'Wattle Grove', '李', 'Green & Sons']

/** A value that the schema allows, as realistic as the property's name permits. */
export function validValue(schema: Schema, name: string, source: Source): unknown {
  const { dice } = source
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return validValue(choiceOf(choices, name, source), name, source)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  switch (types[0]) {
    case 'object':
      return validObject(schema, source)
    case 'array':
      return validList(schema, name, source)
    case 'integer':
    case 'number':
      return validNumber(schema, name, dice)
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    case 'string':
      return validText(schema, name, source)
    default:
      return 'anything'
  }
}

/** A setting's value must match the setting's key. */
function choiceOf(choices: readonly Schema[], name: string, { dice, id }: Source): Schema {
  const ofKey = name === 'value' ? choices.find(({ title }) => title === id('key')) : undefined
  if (ofKey) return ofKey
  const full = choices.filter(({ type }) => type !== 'null')
  return dice.pick(full.length > 0 && dice.chance(0.8) ? full : choices)
}

function validObject({ properties = {}, required = [] }: Schema, source: Source): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => required.includes(name) || source.dice.chance(source.fullness))
  return Object.fromEntries(names.map((name) => [name, validValue(properties[name]!, name, source)]))
}

function validList({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string, source: Source): unknown[] {
  const length = Math.max(minItems, Math.min(maxItems, source.dice.below(3)))
  return Array.from({ length }, () => validValue(items, ITEMS[name] ?? name.replace(/s$/, ''), source))
}

function validNumber({ minimum = 0, maximum = 1_000_000, type }: Schema, name: string, dice: Dice): number {
  const week = WEEK[name]?.filter((one) => one >= minimum && one <= maximum)
  if (week && week.length > 0) return dice.pick(week)
  const whole = Math.max(minimum, Math.min(maximum, minimum + dice.below(Math.min(maximum - minimum, 60) + 1)))
  return type === 'integer' || dice.chance(0.5) || whole === maximum ? whole : whole + 0.5
}

/** A point of P-256, as a browser's subscription has one. */
const PUSH_KEY = 'BLvV4fc4MUl8cUCqF1Yk6d_ubUTKxPNkVpq7YT9LCx6Kfs6z3_KH8eXxAeuyoYfQP7ktyZQ0AfhZSFfsNDmZFIQ'

/** Candidate values for a name, each made for one pattern; one of those that match the schema is used. */
function candidates(name: string, source: Source): string[] {
  const { dice } = source
  const known = MADE_BY_CALLER.has(name) && dice.chance(0.7) ? undefined : source.id(ITEMS[name] ?? name)
  const days = ['2026-11-09', '2026-12-07', '2027-01-04', '2027-01-10'].map((day) =>
    name === 'employmentEndDate' ? day.replace(/^\d{4}/, '2031') : day,
  )
  return [
    ...(known === undefined ? [] : [known, known, known]),
    ...(name === 'email' ? [`fuzz-${dice.hex(10)}@bagrun.example`] : []),
    ...(/phone/i.test(name) ? ['0412 345 678', '+61 2 9876 5432'] : []),
    ...(name === 'password' ? ['a long enough password'] : []),
    ...(name === 'endpoint' ? [`https://fcm.googleapis.com/fcm/send/${dice.hex(20)}`] : []),
    ...(name === 'p256dh' ? [PUSH_KEY] : []),
    ...(name === 'auth' ? [dice.hex(22)] : []),
    ...(name === 'timeZone' ? ['Australia/Perth'] : []),
    ...days,
    ...days.map((day) => `${day}T01:02:03.456Z`),
    dice.hex(64),
    dice.pick(['2000', '2173', '800']),
    dice.pick(['createdAt', '-createdAt']),
    '51824753556',
    'name@bagrun.example',
    dice.uuid(),
    `${dice.pick(WORDS)} ${dice.hex(6)}`,
    'a',
    '',
  ]
}

const EXACT = new Set(['email', 'password'])

function validText(schema: Schema, name: string, source: Source): string {
  const fits = candidates(name, source).filter((text) => allows(schema, text))
  const [first] = fits
  if (first === undefined)
    throw new Error(`No text of tests/support/openapi/values.ts fits ${name}: ${JSON.stringify(schema)}; add one`)
  if (schema.examples && schema.examples.length > 0 && source.dice.chance(0.8)) return String(schema.examples[0])
  // A text without a pattern accepts any text: use words, not a day or a hash.
  if (schema.pattern === undefined && !EXACT.has(name) && source.id(name) === undefined && !/phone/i.test(name))
    return fits.find((text) => WORDS.some((word) => text.startsWith(word))) ?? first
  if (EXACT.has(name) || source.id(name) !== undefined) return first
  return source.dice.pick(schema.pattern === undefined ? fits.slice(0, 2) : fits)
}

const patterns = new Map<string, RegExp>()

function allows({ minLength = 0, maxLength = Infinity, pattern }: Schema, text: string): boolean {
  if (text.length < minLength || text.length > maxLength) return false
  if (pattern === undefined) return true
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, compiled)
  return compiled.test(text)
}
