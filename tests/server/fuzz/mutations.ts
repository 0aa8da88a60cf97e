import type { Dice } from '../../support/openapi/random.ts'
import {
  BROKEN_UTF8,
  CONTENT_TYPES,
  FORBIDDEN_FIELDS,
  METHODS,
  HOSTILE_TEXTS,
  NO_IDS,
  NO_JSON,
  NUMBERS,
  ODD_JSON,
  UNSTORABLE_TEXTS,
  WRONG_KINDS,
} from './hostile-values.ts'
import { isObject, mayBe, outOfBounds, type Place, placesOf } from './body-values.ts'
import { type Draft, queryValue } from './request.ts'

/** Makes a request wrong in one way; false when the request has nothing of that kind to change. */
type Mutation = (draft: Draft, dice: Dice) => boolean

/** Characters of a body, at most. */
const BODY_MAX = 64 * 1_048_576
const DEEP = '@@deep@@'
const RAW = '@@raw@@'

/**
 * Records are checked one by one and answered 200: an error in one of them appears in its verdict. A newer phone may
 * report more fields about itself.
 */
const judgedAlone = (draft: Draft, at: string): boolean =>
  /\/(done|unsent\/import)$/.test(draft.operation.path) && /^(events\.|photos\.|reconcile)/.test(at)

function done(draft: Draft, what: string, mustRefuse: boolean): true {
  draft.mutations.push(what)
  if (mustRefuse) draft.mustRefuse = true
  return true
}

function bodyPlaces(draft: Draft): Place[] {
  const schema = draft.operation.body?.schema
  if (!schema || draft.json === undefined || draft.bytes) return []
  return placesOf(schema, draft.json, (value) => void (draft.json = value))
}

/** A mutation of one place in the body. */
const atPlace =
  (
    chosen: (place: Place) => boolean,
    mutate: (place: Place, dice: Dice, draft: Draft) => [what: string, mustRefuse: boolean] | null,
  ): Mutation =>
  (draft, dice) => {
    const places = bodyPlaces(draft).filter(chosen)
    if (places.length === 0) return false
    const place = dice.pick(places)
    const said = mutate(place, dice, draft)
    return said !== null && done(draft, `${place.at || '(body)'}: ${said[0]}`, said[1] && !judgedAlone(draft, place.at))
  }

const isText = ({ value }: Place) => typeof value === 'string'
const isNumber = ({ value }: Place) => typeof value === 'number'

const wrongKind = atPlace(
  ({ at }) => at !== '',
  (place, dice) => {
    // A copy: the next mutation may change a part of it.
    const value = structuredClone(dice.pick(WRONG_KINDS))
    place.put(value)
    return [`of another kind, ${JSON.stringify(value)}`, !mayBe(place.allowed, value)]
  },
)

const missing = atPlace(
  ({ required, remove }) => required && remove !== null,
  (place) => {
    place.remove?.()
    return ['left out', true]
  },
)

const extra = atPlace(
  ({ value }) => isObject(value),
  (place, dice) => {
    const known = Object.keys(place.schema.properties ?? {})
    const name = dice.pick(FORBIDDEN_FIELDS.filter((field) => !known.includes(field)))
    const value: unknown = dice.pick([
      'ADMIN',
      1_000_000,
      true,
      null,
      { admin: true },
      '0190a000-0000-7000-8000-000000000001',
    ])
    Object.defineProperty(place.value, name, { value, enumerable: true, configurable: true, writable: true })
    return [`a field more, ${JSON.stringify(name)}`, place.schema.additionalProperties === false]
  },
)

const tooLong = atPlace(isText, (place, dice) => {
  const longest = place.schema.maxLength ?? dice.pick([300, 4_000, 100_000])
  const text = dice.pick(['x', 'é', '🗑']).repeat(dice.chance(0.1) ? 200_000 : longest + 1)
  place.put(text)
  return [`${text.length} characters`, outOfBounds(place.allowed, text)]
})

const nastyText = atPlace(isText, (place, dice) => {
  const text = dice.pick(HOSTILE_TEXTS)
  place.put(text)
  return [`the text ${JSON.stringify(text.slice(0, 60))}`, outOfBounds(place.allowed, text)]
})

const unstorable = atPlace(isText, (place, dice) => {
  const text = dice.pick(UNSTORABLE_TEXTS)
  place.put(text)
  // A phone's id and build are stored with the characters that can't be stored replaced.
  return [`the text ${JSON.stringify(text)}`, place.at !== 'deviceID' && place.at !== 'appBuild']
})

const nastyNumber = atPlace(isNumber, (place, dice) => {
  const { minimum, maximum } = place.schema
  const edges = [
    ...(minimum === undefined ? [] : [minimum - 1, minimum]),
    ...(maximum === undefined ? [] : [maximum + 1, maximum]),
  ]
  const value = dice.pick([...NUMBERS, ...edges, ...edges])
  place.put(value)
  return [`the number ${Object.is(value, -0) ? '-0' : value}`, outOfBounds(place.allowed, value)]
})

const hugeList = atPlace(
  ({ value }) => Array.isArray(value),
  (place, dice) => {
    const most = place.schema.maxItems ?? 50
    const one = (place.value as unknown[])[0] ?? dice.uuid()
    const length = most + 1 + dice.below(3)
    // An entry made too long before, thousands of times, is more than one text can hold.
    if (length * JSON.stringify(one).length > BODY_MAX) return null
    place.put(Array.from({ length }, () => structuredClone(one)))
    return [`${length} times the same`, place.schema.maxItems !== undefined]
  },
)

const deep = atPlace(
  () => true,
  (place, dice, draft) => {
    const depth = dice.pick([50, 1_000, 20_000, 200_000])
    const [open, close] = dice.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
    const inside = open === '[' ? '' : '1'
    place.put(DEEP)
    draft.mutateText = (text) => text.replace(`"${DEEP}"`, open.repeat(depth) + inside + close.repeat(depth))
    return [`${depth} deep`, place.at === '' || !mayBe(place.allowed, open === '[' ? [] : {})]
  },
)

/** Some of it is invalid JSON, some is valid JSON without meaning here. */
const raw = atPlace(
  ({ at }) => at !== '',
  (place, dice, draft) => {
    const noJson = dice.chance(0.5)
    const text = dice.pick(noJson ? NO_JSON : ODD_JSON)
    place.put(RAW)
    draft.mutateText = (whole) => whole.replace(`"${RAW}"`, () => text)
    if (noJson) draft.mustRefuse = true
    return [`the bare text ${text}`, noJson]
  },
)

const otherBody: Mutation = (draft, dice) => {
  if (!draft.operation.body?.schema) return false
  const [text, mustRefuse] = dice.pick<readonly [string, boolean]>([
    ['null', true],
    ['[]', true],
    ['"text"', true],
    ['17', true],
    ['true', true],
    ['[{}]', true],
    ['', draft.operation.body.required],
    [' ', true],
    ['{}', draft.operation.body.required],
    ['\ufeff{}', draft.operation.body.required],
  ])
  draft.bytes = Buffer.from(text)
  return done(draft, `the body ${JSON.stringify(text)}`, mustRefuse)
}

const cutText: Mutation = (draft, dice) => {
  if (draft.json === undefined || draft.bytes) return false
  const text = JSON.stringify(draft.json)
  draft.bytes = Buffer.from(text.slice(0, 1 + dice.below(text.length - 1)))
  return done(draft, 'the body cut off', true)
}

const badUtf8: Mutation = (draft, dice) => {
  if (draft.json === undefined || draft.bytes) return false
  const text = Buffer.from(JSON.stringify(draft.json))
  const at = text.indexOf('"') + 1
  if (at === 0) return false
  draft.bytes = Buffer.concat([text.subarray(0, at), dice.pick(BROKEN_UTF8), text.subarray(at)])
  return done(draft, 'bytes that are no UTF-8', true)
}

const hugeBody: Mutation = (draft, dice) => {
  if (!draft.operation.body || !dice.chance(0.05)) return false
  draft.bytes = Buffer.alloc(dice.pick([4 * 1_048_576 + 1, 9_000_000]), 0x20)
  return done(draft, `${draft.bytes.length} spaces`, draft.operation.body.type === 'application/json')
}

/** A file of line ends, separators or quotation marks is small, and needs a thousand times its size as rows. */
const fileOfOneSign: Mutation = (draft, dice) => {
  const type = draft.operation.body?.type
  if (type === undefined || type === 'application/json' || !dice.chance(0.3)) return false
  const sign = dice.pick(['\n', '\r', ',', ';', '"', '<', ',\n', '"\n'])
  draft.bytes = Buffer.alloc(1_500_000, sign)
  return done(draft, `a file of ${JSON.stringify(sign)}`, false)
}

const contentType: Mutation = (draft, dice) => {
  if (!draft.operation.body || (draft.json === undefined && !draft.bytes)) return false
  const type = dice.pick(CONTENT_TYPES)
  draft.headers = [
    ...draft.headers.filter(([name]) => name !== 'content-type'),
    ...(type === '' ? [] : [['content-type', type] as [string, string]]),
  ]
  const empty = draft.bytes?.length === 0
  return done(draft, `sent as ${type || 'nothing'}`, draft.operation.body.type === 'application/json' && !empty)
}

const queryValueChanged: Mutation = (draft, dice) => {
  const known = draft.operation.parameters.filter((parameter) => parameter.in === 'query')
  if (known.length === 0) return false
  const { name, schema } = dice.pick(known)
  const text = dice.pick([...HOSTILE_TEXTS, ...UNSTORABLE_TEXTS.slice(0, 2), ...NUMBERS.map(String)])
  draft.query = [...draft.query.filter(([other]) => other !== name), [name, queryValue(text)]]
  const number = Number(text)
  const isNumeric = schema.type === 'integer' || schema.type === 'number'
  const bad = isNumeric
    ? text.trim() === '' || Number.isNaN(number) || outOfBounds(schema, number)
    : outOfBounds(schema, text)
  return done(draft, `?${name}=${text.slice(0, 60)}`, bad && !(isNumeric && text.trim() === ''))
}

const queryOdd: Mutation = (draft, dice) => {
  const takes = draft.operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const twice = takes[0] ?? 'page'
  const [pair, mustRefuse] = dice.pick<readonly [[string, string][], boolean]>([
    [
      [
        [twice, '1'],
        [twice, '2'],
      ],
      true,
    ],
    [[[`${twice}[]`, '1']], true],
    [[[`${twice}[a]`, '1']], true],
    [[['__proto__', 'x']], false],
    [[['constructor', 'x']], true],
    [[['role', 'ADMIN']], true],
    [[['accountBalance', '1']], true],
    [[['%00', '%00']], true],
    [[['%ff', '%ff']], true],
    [[['x', '%zz']], true],
    [[['', '']], false],
    [[['a'.repeat(6_000), 'b']], true],
    [Array.from({ length: 500 }, (_, at): [string, string] => [`p${at}`, '1']), true],
  ])
  draft.query = [...draft.query.filter(([name]) => name !== twice), ...pair]
  return done(
    draft,
    `the query ${pair
      .slice(0, 3)
      .map(([name, value]) => `${name.slice(0, 20)}=${value}`)
      .join('&')}`,
    mustRefuse && draft.operation.path !== '/v1/openapi.json',
  )
}

const queryMissing: Mutation = (draft, dice) => {
  const needed = draft.operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  if (needed.length === 0) return false
  const { name } = dice.pick(needed)
  draft.query = draft.query.filter(([other]) => other !== name)
  return done(draft, `without ?${name}`, true)
}

const noID: Mutation = (draft, dice) => {
  const names = draft.operation.path.match(/\{\w+\}/g)
  if (!names) return false
  const name = dice.pick(names)
  const text = dice.pick(NO_IDS)
  const parts = draft.operation.path.split('/')
  draft.path = draft.path
    .split('/')
    .map((part, at) => (parts[at] === name ? text : part))
    .join('/')
  draft.strange = true
  return done(draft, `${name} is ${text.slice(0, 60)}`, !draft.operation.path.endsWith('/done'))
}

const oddPath: Mutation = (draft, dice) => {
  const { path } = draft
  draft.path = dice.pick([
    `${path}/`,
    `/${path}`,
    `/v1/..${path}`,
    `/x/%2e%2e${path}`,
    path.toUpperCase(),
    `${path};a=b`,
    `${path}%00`,
    `${path}%`,
    `${path}/..`,
    path.replaceAll('/', '%2F'),
    path.replaceAll('/', '\\'),
    `http://elsewhere.example${path}`,
    `${path}/${'a/'.repeat(500)}`,
    `${path}${'x'.repeat(3_000)}`,
    `${path} HTTP/1.0`,
    `${path}#fragment`,
    `${path}?`,
    '*',
    '/v1',
    '/v1/',
    '/v1/nothing-of-ours',
    '/v1/users/%7BcustomerID%7D',
    `${path}.json`,
    `${path}~`,
    '/v1/__proto__',
    '/v1/runs/constructor',
  ])
  draft.strange = true
  return done(draft, `the address ${draft.path.slice(0, 80)}`, false)
}

const otherMethod: Mutation = (draft, dice) => {
  const method = dice.pick(METHODS.filter((one) => one !== draft.method))
  draft.method = method
  draft.strange = true
  return done(draft, `with ${method}`, false)
}

const xsrf: Mutation = (draft, dice) => {
  if (draft.method === 'GET' || !draft.headers.some(([name]) => name === 'x-xsrf-token')) return false
  const value = dice.pick([null, '', 'another', 'xsrf-of-the-tests; x', '"xsrf"', 'x'.repeat(5_000)])
  draft.headers = [
    ...draft.headers.filter(([name]) => name !== 'x-xsrf-token'),
    ...(value === null ? [] : [['x-xsrf-token', value] as [string, string]]),
  ]
  return done(draft, `the XSRF header ${value?.slice(0, 20) ?? 'left out'}`, !draft.ownProof)
}

const ifMatch: Mutation = (draft, dice) => {
  const takes = draft.operation.parameters.some(({ name }) => name === 'If-Match')
  const value = dice.pick([
    '"99999999999999999999"',
    '""',
    '"a"',
    'W/"1"',
    '*',
    '1',
    '"-1"',
    '"1", "2"',
    '"1e1"',
    '"0"',
    '"2147483648"',
    "'1'",
    'x'.repeat(3_000),
  ])
  draft.headers.push(['if-match', value])
  return done(draft, `If-Match ${value.slice(0, 30)}`, takes && !['W/"1"', '*', '"0"'].includes(value))
}

const idempotencyKey: Mutation = (draft, dice) => {
  const takes = draft.operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const value = dice.pick([
    '',
    'x'.repeat(201),
    'x'.repeat(8_000),
    "'; drop table idempotency_keys; --",
    'a, b',
    '\xff\xfe',
    '..',
    'always the same',
  ])
  draft.headers.push(['idempotency-key', value])
  return done(draft, `Idempotency-Key ${value.slice(0, 30)}`, takes && (value === '' || value.length > 200))
}

const oddHeader: Mutation = (draft, dice) => {
  const [name, value] = dice.pick<readonly [string, string]>([
    ['if-none-match', '"' + 'x'.repeat(3_000)],
    ['if-none-match', '*'],
    ['range', 'bytes=0-999999999999999999'],
    ['accept', 'application/xml'],
    ['accept-encoding', '*;q=0'],
    ['content-encoding', 'gzip'],
    ['transfer-encoding', 'gzip'],
    ['content-length', '-1'],
    ['content-length', '1'],
    ['content-length', 'NaN'],
    ['host', "a'b"],
    ['host', ''],
    ['host', 'x'.repeat(2_000)],
    ['x-forwarded-for', "'; select 1"],
    ['x-forwarded-for', '::ffff:999.1.1.1'],
    ['x-request-id', '<script>'],
    ['x-http-method-override', 'DELETE'],
    ['cookie', 'XSRF-TOKEN=%00; XSRF-TOKEN=b; =; ;;;='],
    ['cookie', 'x'.repeat(9_000)],
    ['cookie', '__proto__=1'],
    ['expect', '200-ok'],
    ['origin', 'null'],
    ['x-junk', '\xff\x80'],
    ['x-junk', 'x'.repeat(40_000)],
    ['sec-fetch-mode', 'navigate'],
    ['upgrade', 'websocket'],
    ['te', 'trailers'],
    ['user-agent', "${jndi:ldap://x}' --"],
    ['authorization', 'Basic YTpi'],
    ['content-type', 'application/json; charset=utf-16'],
    ['date', 'never'],
  ])
  draft.headers.push([name, value])
  // The announced byte is sent, or the server would wait for it.
  if (name === 'content-length' && draft.json === undefined && !draft.bytes) draft.bytes = Buffer.from('{')
  // These headers may change which caller the server identifies, which the rest of the request can't tell.
  if (
    ['cookie', 'authorization', 'content-length', 'transfer-encoding', 'host'].includes(name) ||
    value.length > 10_000
  )
    draft.strange = true
  return done(draft, `${name}: ${value.slice(0, 30)}`, false)
}

/** The ways to make a request wrong, each as likely as it is often listed here. */
export const MUTATIONS: readonly Mutation[] = [
  wrongKind,
  wrongKind,
  wrongKind,
  missing,
  missing,
  extra,
  extra,
  tooLong,
  tooLong,
  nastyText,
  nastyText,
  nastyText,
  unstorable,
  unstorable,
  nastyNumber,
  nastyNumber,
  nastyNumber,
  hugeList,
  deep,
  raw,
  raw,
  otherBody,
  cutText,
  badUtf8,
  badUtf8,
  hugeBody,
  fileOfOneSign,
  contentType,
  queryValueChanged,
  queryValueChanged,
  queryValueChanged,
  queryOdd,
  queryMissing,
  noID,
  noID,
  oddPath,
  otherMethod,
  xsrf,
  ifMatch,
  idempotencyKey,
  oddHeader,
  oddHeader,
]
