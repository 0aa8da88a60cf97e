import { describe, expect, it } from 'vitest'
import { emailsIn, isEmail } from '#domain/emails.ts'

describe('emails', () => {
  it.each([
    'anna@home.example',
    'tom&jerry@home.example',
    "o'neill@home.example",
    'anna+bags@home.example',
    'accounts/payable@firm.example',
    'a=b#c!d@home.example',
    'anna.smith-jones_1@mail.home.example',
  ])('takes %s', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  it.each([
    'anna',
    'anna@home',
    'anna@@home.example',
    '.anna@home.example',
    'anna.@home.example',
    'an..na@home.example',
    'anna smith@home.example',
    'a@home.example,b@home.example',
    '"anna"@home.example',
    'anna<b>@home.example',
    'anna@home.example\nBcc: b@home.example',
  ])('refuses "%s"', (email) => {
    expect(isEmail(email)).toBe(false)
  })

  it.each([
    ['anna@home.example', ['anna@home.example'], true],
    ['Anna Smith <anna@home.example>', ['anna@home.example'], true],
    ['mailto:anna@home.example', ['anna@home.example'], true],
    ['\u200eanna @home.example.', ['anna@home.example'], true],
    ['anna@home.example; ben@home.example', ['anna@home.example', 'ben@home.example'], false],
    ['anna@home.example/ben@home.example', ['anna@home.example', 'ben@home.example'], false],
    ['a/p@firm.example', ['a/p@firm.example'], true],
    ['anna@home.example (work)', ['anna@home.example'], false],
    ['no mail', [], false],
    ['anna@home.example; '.repeat(100), [], false],
  ])('finds those in the cell "%s" of a file', (cell, emails, isAll) => {
    expect(emailsIn(cell)).toEqual({ emails, isAll })
  })
})
