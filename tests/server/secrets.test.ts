import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintOf, secretsOf } from '#server/secrets.ts'

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)] as const

describe('secrets', () => {
  const secrets = secretsOf(NEW)

  test('an encrypted text can be decrypted, and the same text never looks the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = secrets.seal('tfn', text)
        expect(secrets.open('tfn', sealed)).toBe(text)
        expect(secrets.seal('tfn', text).equals(sealed)).toBe(false)
      }),
    )
  })

  test('with any bit changed nothing can be decrypted', () => {
    const sealed = secrets.seal('tfn', '123 456 782')
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => secrets.open('tfn', changed)).toThrow('can’t be opened')
    }
    expect(() => secrets.open('tfn', sealed.subarray(0, 20))).toThrow('can’t be opened')
    expect(() => secrets.open('tfn', Buffer.alloc(0))).toThrow('can’t be opened')
  })

  test('the key of one purpose can’t decrypt or sign for another', () => {
    expect(() => secrets.open('licence', secrets.seal('tfn', 'x'))).toThrow('can’t be opened')
    expect(secrets.verifyHmac('upload', 'x', secrets.hmac('download', 'x'))).toBe(false)
  })

  test('what the old key encrypted and signed is still valid, and new data uses the new key', () => {
    const before = secretsOf(OLD)
    const both = secretsOf(NEW, [OLD])
    expect(both.open('tfn', before.seal('tfn', 'x'))).toBe('x')
    expect(both.verifyHmac('upload', 'x', before.hmac('upload', 'x'))).toBe(true)
    expect(secrets.open('tfn', both.seal('tfn', 'x'))).toBe('x')
    expect(() => before.open('tfn', both.seal('tfn', 'x'))).toThrow()
    expect(secrets.verifyHmac('upload', 'x', before.hmac('upload', 'x'))).toBe(false)
  })

  test('a wrong signature is refused', () => {
    for (const given of ['', 'zz', 'ab', secrets.hmac('upload', 'y'), `${secrets.hmac('upload', 'x')}00`])
      expect(secrets.verifyHmac('upload', 'x', given)).toBe(false)
    expect(secrets.verifyHmac('upload', 'x', secrets.hmac('upload', 'x'))).toBe(true)
  })

  test('a fingerprint is the same for the same key and does not reveal it', () => {
    expect(fingerprintOf(OLD)).toBe(fingerprintOf(OLD))
    expect(fingerprintOf(OLD)).not.toBe(fingerprintOf(NEW))
    expect(fingerprintOf(OLD)).toMatch(/^[0-9a-f]{32}$/)
  })
})
