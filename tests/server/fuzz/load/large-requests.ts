import { ROLES } from '#domain/words.ts'
import type { Caller } from '../../../fixtures/roles.ts'
import type { Dice } from '../../../support/openapi/random.ts'
import type { Operation, Schema } from '../../../support/openapi/document.ts'

/** A request that is too large in one respect: built once, sent any number of times. */
export interface Large {
  /** Operation and kind of excess, in words. */
  readonly name: string
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** Sent in chunks without a Content-Length. */
  readonly inPieces: boolean
  /** It exceeds the bound of its operation: only 413 is accepted, unless its caller is refused before. */
  readonly over: boolean
  /** Its parts are checked one by one, so that the whole may be answered with a success. */
  readonly judgedAlone: boolean
}

/** A sender of large requests, by the name of the role; without a token: anonymous. */
export interface Sender {
  readonly name: string
  readonly token: string | undefined
}

/** An anonymous sender, and one person of each role. */
export function sendersAmong(callers: readonly Caller[]): Sender[] {
  const people = ROLES.flatMap((name): Sender[] => {
    const one = callers.find(({ role }) => role === name)
    return one === undefined ? [] : [{ name, token: one.token }]
  })
  return [{ name: STRANGER, token: undefined }, ...people]
}

const STRANGER = 'nobody'

interface Body {
  readonly bytes: Buffer
  readonly inPieces?: boolean
  readonly over?: boolean
}

type Way = (bound: number, schema: Schema, dice: Dice) => Body | null

const MANY_KEYS = 100_000
const DEPTH = 1_000
/** No single body is larger: bodies of files may be, and their bound is checked by the announced length alone. */
const SENT_MAX = 4 * 1_048_576
const HEAD_MAX = 14_000
const XSRF = 'xsrf-of-the-tests'

const fits = (bound: number) => Math.min(bound, SENT_MAX)

/** Bodies built already: some have megabytes. */
const made = new Map<string, Buffer>()

function repeated(opening: string, one: (at: number) => string, closing: string, bytes: number): Buffer {
  const key = [opening, one(0), closing, bytes].join(' ')
  const whole = made.get(key) ?? filled(opening, one, closing, bytes)
  made.set(key, whole)
  return whole
}

function filled(opening: string, one: (at: number) => string, closing: string, bytes: number): Buffer {
  const parts: string[] = []
  for (let at = 0, size = opening.length + closing.length; ; at += 1) {
    const part = `${at === 0 ? '' : ','}${one(at)}`
    size += part.length
    if (size > bytes) break
    parts.push(part)
  }
  return Buffer.from(opening + parts.join('') + closing)
}

/** The name of a property whose schema matches. */
function fieldOf({ properties = {} }: Schema, holds: (schema: Schema) => boolean): string | undefined {
  return Object.keys(properties).find((name) => holds(properties[name]!))
}

const keysUpToTheBound: Way = (bound) => ({ bytes: repeated('{', (at) => `"k${at}":1`, '}', fits(bound)) })
const keysInsideUpToTheBound: Way = (bound, schema) => {
  const field = fieldOf(schema, ({ type }) => type === 'object')
  return field === undefined ? null : { bytes: repeated(`{"${field}":{`, (at) => `"k${at}":1`, '}}', fits(bound)) }
}
const MANY = Buffer.from(`{${Array.from({ length: MANY_KEYS }, (_, at) => `"k${at}":1`).join(',')}}`)
const manyKeys: Way = (bound) => ({ bytes: MANY, over: MANY.length > bound })
const manyKeysInPieces: Way = (bound, schema, dice) => ({ ...manyKeys(bound, schema, dice)!, inPieces: true })
const deep: Way = (_bound, schema, dice) => {
  const [open, close] = dice.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  const field = Object.keys(schema.properties ?? {})[0] ?? 'a'
  return { bytes: Buffer.from(`{"${field}":${open.repeat(DEPTH)}1${close.repeat(DEPTH)}}`) }
}
const longText: Way = (bound, schema) => {
  const field = fieldOf(schema, ({ type }) => type === 'string') ?? 'a'
  return { bytes: Buffer.from(`{"${field}":"${'x'.repeat(fits(bound) - field.length - 7)}"}`) }
}
const longName: Way = (bound) => ({ bytes: Buffer.from(`{"${'x'.repeat(fits(bound) - 8)}":1}`) })
const longList: Way = (bound, schema, dice) => {
  const field = fieldOf(schema, ({ type }) => type === 'array')
  const entry = dice.pick(['0', '""', '[]', '{}', 'null', '{"k":1}'])
  return field === undefined ? null : { bytes: repeated(`{"${field}":[`, () => entry, ']}', fits(bound)) }
}
const entriesFullOfKeys: Way = (bound, schema) => {
  const field = fieldOf(schema, ({ type }) => type === 'array')
  const keys = Array.from({ length: 1_000 }, (_, at) => `"k${at}":${at}`).join(',')
  return field === undefined ? null : { bytes: repeated(`{"${field}":[`, () => `{${keys}}`, ']}', fits(bound)) }
}
const spaces: Way = (bound) => ({ bytes: Buffer.concat([Buffer.alloc(fits(bound) - 7, 0x20), Buffer.from('{"k":1}')]) })
const halfAnEscape: Way = (bound) => ({ bytes: Buffer.from(`{"a":"${'\\"'.repeat(Math.floor(fits(bound) / 2) - 10)}`) })
const aByteMore: Way = (bound) => (bound >= SENT_MAX ? null : { bytes: Buffer.alloc(bound + 1, 0x20), over: true })

const WAYS: readonly Way[] = [
  keysUpToTheBound,
  keysUpToTheBound,
  keysInsideUpToTheBound,
  manyKeys,
  manyKeysInPieces,
  deep,
  deep,
  longText,
  longName,
  longList,
  longList,
  entriesFullOfKeys,
  spaces,
  halfAnEscape,
  aByteMore,
]

/** Large requests for every operation that takes JSON or a file, and those that need no operation of their own. */
export function largeRequests(
  operations: readonly Operation[],
  senders: readonly Sender[],
  dice: Dice,
  count: number,
): Large[] {
  const takers = operations.filter(({ body }) => body?.type === 'application/json' && body.maxBytes !== null)
  const open = takers.filter(({ roles }) => roles === 'public')
  const files = operations.filter(({ body }) => body && body.type !== 'application/json' && body.maxBytes !== null)
  const reads = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const drawn: Large[] = []
  while (drawn.length < count) {
    const draw = dice.below(10)
    if (draw === 9 && files.length > 0 && dice.chance(0.3)) {
      const file = largeFile(dice.pick(files), senders, dice)
      if (file !== null) drawn.push(file)
      continue
    }
    const operation = dice.pick(draw < 4 ? open : draw < 9 ? takers : reads)
    const sender = dice.pick(senders.filter(({ name }) => mayAsk(operation, name)))
    const one = operation.method === 'GET' ? largeHead(operation, sender, dice) : largeBody(operation, sender, dice)
    if (one !== null) drawn.push(one)
  }
  return drawn
}

/**
 * A caller that is refused by role never gets to the body. An anonymous caller gets there at public operations only.
 */
const mayAsk = ({ roles }: Operation, name: string): boolean =>
  roles === 'public' ? name === STRANGER : roles[name] !== undefined

const headersOf = ({ token }: Sender, dice: Dice): [string, string][] => [
  ['cookie', `XSRF-TOKEN=${XSRF}`],
  ['x-xsrf-token', XSRF],
  // Each from a different address, or only the rate limit of the address would be tested.
  ['x-forwarded-for', `203.${dice.below(200)}.${dice.below(200)}.${1 + dice.below(200)}`],
  ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as [string, string]]),
]

function largeBody(operation: Operation, sender: Sender, dice: Dice): Large | null {
  const way = dice.pick(WAYS)
  const body = way(operation.body!.maxBytes!, operation.body!.schema ?? {}, dice)
  if (body === null) return null
  const { bytes, inPieces = false, over = false } = body
  return {
    name: `${operation.name} as ${sender.name}: ${way.name}, ${bytes.length} bytes`,
    method: operation.method,
    target: targetOf(operation, dice),
    headers: [...headersOf(sender, dice), ['content-type', 'application/json']],
    body: bytes,
    inPieces,
    over,
    judgedAlone: /\/(done|unsent\/import)$/.test(operation.path),
  }
}

/** Up to the bound of the operation: rows that need a thousand times their size, if they are all read at once. */
function largeFile(operation: Operation, senders: readonly Sender[], dice: Dice): Large | null {
  const able = senders.filter(({ name }) => mayAsk(operation, name))
  if (able.length === 0) return null
  const sender = dice.pick(able)
  const sign = dice.pick(['\n', '\r', ',,,,\n', 'a,b\n', ',', '"', '"\n', '<STMTTRN>'])
  const body = Buffer.alloc(operation.body!.maxBytes!, sign)
  return {
    name: `${operation.name} as ${sender.name}: a file of ${JSON.stringify(sign)}, ${body.length} bytes`,
    method: operation.method,
    target: `${targetOf(operation, dice)}?dryRun=true&name=file`,
    headers: [...headersOf(sender, dice), ['content-type', operation.body!.type]],
    body,
    inPieces: false,
    over: false,
    judgedAlone: true,
  }
}

const targetOf = ({ path }: Operation, dice: Dice): string => path.replace(/\{\w+\}/g, () => dice.uuid())

function largeHead(operation: Operation, sender: Sender, dice: Dice): Large {
  const headers = headersOf(sender, dice)
  const some = {
    method: 'GET',
    target: operation.path,
    headers,
    body: Buffer.alloc(0),
    inPieces: false,
    over: false,
    judgedAlone: true,
  }
  const kind = dice.pick(['query', 'header lines', 'cookies', 'long header', 'nowhere'])
  const many = (one: string) => one.repeat(Math.floor(HEAD_MAX / one.length))
  switch (kind) {
    case 'query':
      return {
        ...some,
        name: `${operation.name}: thousands of parameters`,
        target: `${operation.path}?${dice.pick([many('a=1&'), many('&'), many('page=1&'), many('a[]=%41&')])}`,
      }
    case 'header lines':
      return {
        ...some,
        name: `${operation.name}: a thousand header lines`,
        headers: [...headers, ...Array.from({ length: 1_000 }, (_, at): [string, string] => [`x-${at}`, '1'])],
      }
    case 'cookies':
      return {
        ...some,
        name: `${operation.name}: thousands of cookies`,
        headers: [...headers.filter(([name]) => name !== 'cookie'), ['cookie', many('a=b; ')]],
      }
    case 'long header':
      return {
        ...some,
        name: `${operation.name}: a long header`,
        headers: [...headers, ['if-none-match', many('"a", ')]],
      }
    default:
      return {
        ...some,
        name: 'POST where nothing is',
        method: 'POST',
        target: '/v1/nothing',
        headers: [...headers, ['content-type', 'application/json']],
        body: Buffer.alloc(500_000, 0x20),
        judgedAlone: false,
      }
  }
}
