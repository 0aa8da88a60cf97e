import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_DEPTH, MAX_NAMES } from '#contract/endpoint.ts'
import { brokenBound } from '#server/http/json-bounds.ts'

const check = (text: string, maxValues: number) => brokenBound(Buffer.from(text), maxValues)

/** Counted on the parsed value; an empty list or object counts as one, as it does on the bytes. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return Math.max(1, inner.length) + inner.reduce<number>((sum, one) => sum + valuesIn(one), 0)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '[{,:',
    'a'.repeat(200),
    `${'a'.repeat(63)}\\`,
    `${'a'.repeat(64)}"`,
    `${'b'.repeat(300)}\\\\"`,
  ),
)
const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 })
const documents = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    texts,
    fc.integer(),
    json,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('the limits of a JSON body', () => {
  test('any document is over the limit of its values exactly when it has more', () => {
    fc.assert(
      fc.property(documents, fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0)
        const values = valuesIn(JSON.parse(text))
        const deep = depthOf(value) > MAX_DEPTH
        expect(check(text, values)).toBe(deep ? 'depth' : null)
        if (values > 0 && !deep) expect(check(text, values - 1)).toBe('values')
      }),
    )
  })

  test.each(['[', '{"a":'])('%s is stopped at the allowed depth', (open) => {
    expect(check(open.repeat(MAX_DEPTH), 1_000)).toBeNull()
    expect(check(open.repeat(MAX_DEPTH + 1), 1_000)).toBe('depth')
  })

  test('the names of each object are counted separately, and the entries of a list are no names', () => {
    const object = (names: number) =>
      `{${Array.from({ length: names }, (_, at) => `"k${at}":[1,{"a":1,"b":2},3]`).join(',')}}`
    expect(check(object(MAX_NAMES), Infinity)).toBeNull()
    expect(check(object(MAX_NAMES + 1), Infinity)).toBe('names')
    expect(check(`[${object(MAX_NAMES)},${object(MAX_NAMES)}]`, Infinity)).toBeNull()
    expect(check(`[0,{"a":[${object(MAX_NAMES + 1)}]}]`, Infinity)).toBe('names')
    expect(check(`{"a":[${'0,'.repeat(10_000)}0]}`, Infinity)).toBeNull()
    expect(check(`[${object(3)},${'0,'.repeat(10_000)}0]`, Infinity)).toBeNull()
  })

  test('characters inside a string are not counted, however long it is', () => {
    const text = JSON.stringify({ note: '[{,}]"\\'.repeat(100_000) })
    expect(check(text, 1)).toBeNull()
    expect(check(`[${text},${text}]`, 4)).toBeNull()
    expect(check(`[${text},${text}]`, 3)).toBe('values')
  })

  test.each(['', '"', '"\\', `"${'a'.repeat(100)}`, `"${'a'.repeat(100)}\\`, '}}}]]]', ':::', 'null'])(
    'a text that is no JSON is left to the parser: %s',
    (text) => {
      expect(check(text, 10)).toBeNull()
    },
  )

  // If the search restarted behind every backslash, the last of these would take minutes.
  test.each([
    ['commas', ','.repeat(4_000_000)],
    ['brackets', '['.repeat(4_000_000)],
    ['keys', `{${'"k":1,'.repeat(700_000)}`],
    ['keys in one of many objects', `[${'{},'.repeat(900)}{${'"k":1,'.repeat(700_000)}`],
  ])('four million characters of %s are refused at once', (_what, text) => {
    expect(check(text, 1_000)).not.toBeNull()
  })

  test.each([
    ['escaped quotes', `["${'\\"'.repeat(2_000_000)}"]`],
    ['rare backslashes before the only quote', `["${`${'a'.repeat(300)}\\n`.repeat(14_000)}"]`],
  ])('a string of four million characters with %s is read in one pass', (_what, text) => {
    expect(check(text, 1)).toBeNull()
  })
})
