import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { instant, money, signedMoney } from '#contract/shapes.ts'

/** What the contract converts at the server's edge: the wire form of money and instants, and that all of it converts both ways. */

const modules = import.meta.glob<Record<string, unknown>>('/src/contract/v1/*.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'refusals' in value
const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint))

/** Places in a schema that only read the wire form. */
function oneWay(schema: z.ZodMiniType): string[] {
  const found: string[] = []
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def
      if (type === 'transform' || (type === 'pipe' && !(zodSchema instanceof z.ZodMiniCodec)))
        found.push(path.join('.'))
    },
  })
  return found
}

describe('What is written in wire form reads and writes', () => {
  test('the answer of every operation', () => {
    for (const { method, path, output } of endpoints) expect(oneWay(output), `${method} ${path}`).toEqual([])
  })

  // Its hash is made from the wire form, which is the same for every version of the server.
  test('the input of every operation that takes an Idempotency-Key', () => {
    const keyed = endpoints.filter(({ body, idempotencyKey }) => body === 'json' && idempotencyKey)
    expect(keyed.length).toBeGreaterThan(20)
    for (const { method, path, input } of keyed) expect(oneWay(input), `${method} ${path}`).toEqual([])
  })

  test('what reads only is found', () => {
    expect(oneWay(z.object({ a: z.array(z.pipe(z.string(), z.transform(Number))) }))).not.toEqual([])
  })
})

describe('Money is AUD on the wire and cents inside', () => {
  test('every amount to $10,000 is the same after both ways', () => {
    for (let cents = 0; cents <= 1_000_000; cents++) {
      const dollars = z.encode(money, cents)
      if (z.decode(money, dollars) !== cents || dollars !== Number(dollars.toFixed(2)))
        expect.fail(`${cents} cents are ${dollars}`)
    }
  })

  test.each([
    [0.1, 10],
    [19.99, 1999],
    [-60, -6000],
    [1_000_000.01, 100_000_001],
  ])('%d is %d cents', (dollars, cents) => {
    expect(z.decode(signedMoney, dollars)).toBe(cents)
    expect(z.encode(signedMoney, cents)).toBe(dollars)
  })

  test('an answer with a negative, too large or broken amount is refused as its input is', () => {
    for (const cents of [-1, 100_000_001, 0.5, Number.NaN]) expect(z.safeEncode(money, cents).success).toBe(false)
    for (const dollars of [-0.01, 1_000_000.01, 0.005, Number.NaN])
      expect(z.safeDecode(money, dollars).success).toBe(false)
  })
})

describe('An instant is ISO 8601 on the wire and a Date inside', () => {
  test('with and without milliseconds', () => {
    const at = new Date('2026-11-09T21:00:00.120Z')
    expect(z.decode(instant, '2026-11-09T21:00:00.120Z')).toEqual(at)
    expect(z.decode(instant, '2026-11-09T21:00:00Z')).toEqual(new Date('2026-11-09T21:00:00.000Z'))
    expect(z.encode(instant, at)).toBe('2026-11-09T21:00:00.120Z')
  })

  test('one that does not exist is refused, not read as a later day', () => {
    expect(z.safeDecode(instant, '2026-02-28T23:59:59.999Z').success).toBe(true)
    for (const text of ['2026-02-29T00:00:00Z', '2026-02-28T24:00:00Z', '2026-13-01T00:00:00Z', '2026-02-28T23:59:60Z'])
      expect(z.safeDecode(instant, text).success, text).toBe(false)
  })

  test('an answer with an invalid one is refused', () => {
    expect(z.safeEncode(instant, new Date(Number.NaN)).success).toBe(false)
    expect(z.safeEncode(instant, '2026-11-09T21:00:00.120Z' as never).success).toBe(false)
  })
})
