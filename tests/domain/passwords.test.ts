import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PasswordOwner, passwordProblem } from '#domain/passwords.ts'

const COMMON = new Set(['password12', 'baseball', '123456', 'letmein', 'manchester'])
const ANNA = { firstName: 'Anna', lastName: 'Bright', email: 'a.bright@mail.example', businessName: 'Bagrun' }
const problem = (password: string, some: Partial<PasswordOwner> = {}) =>
  passwordProblem(password, { ...ANNA, ...some }, COMMON)

describe('which passwords may be set', () => {
  test.each([
    ['too short', /at least 10 characters/],
    ['          ', /at least 10 characters/],
    ['a         b', /at least 10 characters/],
    ['x'.repeat(201), /at most 200/],
    ['aaaaaaaaaaaa', /5 different/],
    ['abababababab', /5 different/],
    ['password12', /too common/],
    ['PASSWORD12', /too common/],
    ['  pass word 12', /too common/],
    ['ｐａｓｓｗｏｒｄ１２', /too common/],
    ['1234567890', /in a row/],
    ['0987654321', /in a row/],
    ['8901234567', /in a row/],
    ['abcdefghij', /in a row/],
    ['qwertyuiop', /in a row/],
    ['qwerty12345', /in a row/],
    ['abc123456def', /in a row/],
    ['Bagrun2026!', /a name/],
    ['annabright1', /a name/],
    ['BrightAnna99', /a name/],
    ['Anna Bright 2026', /a name/],
    ['a.bright123', /a name/],
    ['bagrun123456', /a name/],
    ['anna-baseball', null],
    ['annabaseball', /a name/],
    ['annabright34567890', /a name/],
  ])('%s', (password, said) => {
    if (said === null) expect(problem(password)).toBeNull()
    else expect(problem(password)).toMatch(said)
  })

  test.each([
    'demo-demo-demo',
    'a long driver password',
    'correct horse battery',
    'Bagrun is where I work',
    'annabel lee by the sea',
    'ünïcödé-wörds',
    '密码密碼不会被猜到的话',
  ])('%s may be set', (password) => {
    expect(problem(password)).toBeNull()
  })

  test.each([
    ['Password123!', 'marks behind it'],
    ['password1234?!.', 'several marks behind it'],
    ['P@ssw0rd1234', 'marks for letters, its digits kept'],
    ['p@$$w0rd1234!', 'both'],
    ['m@nch3st3r5', 'a digit for its last letter'],
    ['adminadmin', 'itself said twice'],
    ['@dm1n@dm1n', 'itself said twice with marks for letters'],
    ['adminadmin!!', 'itself said twice and marks behind it'],
  ])('a common password is refused as %s: %s', (password) => {
    const common = new Set(['password123', 'password1234', 'admin', 'manchesters'])
    const owner = { firstName: 'Al', lastName: 'Ng', email: null, businessName: '' }
    expect(passwordProblem(password.padEnd(10, '!'), owner, common)).toMatch(/too common/)
  })

  test.each(['marks & letters 12!', 'administration', 'admin-no-admin', 'p@ssw0rd-1234-kettle'])(
    '%s is no variation of a common password',
    (password) => {
      const common = new Set(['password1234', 'admin', 'marks'])
      expect(passwordProblem(password, { ...ANNA, firstName: 'Al', lastName: 'Ng' }, common)).toBeNull()
    },
  )

  test('the whole email and the product’s name count as names', () => {
    expect(problem('dan@rounds.example', { email: 'dan@rounds.example' })).toMatch(/a name/)
    expect(problem('bagrunbagrun', { businessName: 'Green Bags Pty' })).toMatch(/a name/)
  })

  test('a name of one or two letters refuses no password', () => {
    expect(problem('always-lucky-77', { firstName: 'Al', lastName: 'Ng', email: null })).toBeNull()
    expect(problem('a whole sentence', { firstName: 'A', lastName: '', email: null, businessName: '' })).toBeNull()
  })

  test('each word of the firm’s name counts as a name', () => {
    expect(problem('greenbags2026', { businessName: 'Green Bags Pty' })).toMatch(/a name/)
    expect(problem('Green-Bags-1', { businessName: 'Green Bags Pty' })).toMatch(/a name/)
    expect(problem('seen on green leaves', { businessName: 'Green Bags Pty' })).toBeNull()
  })

  test('a name with the characters of a regular expression is compared as plain text', () => {
    expect(problem('(.*)+$1[a-z]', { firstName: '(.*)+$', lastName: '[a-z]' })).toMatch(/a name/)
  })

  test('upper and lower case make no difference', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 30, unit: 'grapheme-ascii' }), (text) => {
        expect(problem(text.toUpperCase())).toBe(problem(text.toLowerCase()))
      }),
    )
  })
})
