import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toE164 } from '#domain/phone-numbers.ts'
import { showPhone } from '#domain/phone-number-text.ts'

describe('phones', () => {
  it.each([
    ['0412 345 678', '+61412345678'],
    ['0412345678', '+61412345678'],
    ['+61 412 345 678', '+61412345678'],
    ['+61 (0)412 345 678', '+61412345678'],
    ['61412345678', '+61412345678'],
    ['0011 61 412 345 678', '+61412345678'],
    ['0061412345678', '+61412345678'],
    ['(02) 9876-5432', '+61298765432'],
    ['02.9876.5432', '+61298765432'],
    ['1300 123 456', '+611300123456'],
    ['13 12 13', '+61131213'],
    ['+61 1800 123 456', '+611800123456'],
    ['+64 21 123 4567', '+64211234567'],
    ['+1 (415) 555-0100', '+14155550100'],
  ])('keeps %s as %s', (text, e164) => {
    expect(toE164(text)).toBe(e164)
  })

  it.each([
    '',
    '0412',
    '412 345 678 9',
    '0112 345 678',
    '0912345678',
    '04123456789',
    '+61 12',
    'call me',
    '0412 345 67x',
    '++61412345678',
    '12345678',
    '+0412345678',
  ])('refuses "%s"', (text) => {
    expect(toE164(text)).toBeNull()
  })

  it('shows them the local way', () => {
    expect(['+61412345678', '+61298765432', '+611300123456', '+61131213', '+64211234567'].map(showPhone)).toEqual([
      '0412 345 678',
      '02 9876 5432',
      '1300 123 456',
      '13 12 13',
      '+64211234567',
    ])
  })

  it('reads back what it shows', () => {
    const e164 = fc.oneof(
      fc.stringMatching(/^\+61[2-478]\d{8}$/),
      fc.stringMatching(/^\+611[38]00\d{6}$/),
      fc.stringMatching(/^\+6113[1-9]\d{3}$/),
    )
    fc.assert(fc.property(e164, (phone) => toE164(phone) === phone && toE164(showPhone(phone)) === phone))
  })

  it('never makes a number out of anything but E.164', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 ()-]{0,18}$/)), (text) => {
        const phone = toE164(text)
        expect(phone === null || /^\+[1-9]\d{5,14}$/.test(phone)).toBe(true)
        if (phone !== null) expect(toE164(phone)).toBe(phone)
      }),
    )
  })
})
