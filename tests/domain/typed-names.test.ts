import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defused, NAME_ONE_LINE, NAME_ONLY, nameProblem } from '#domain/typed-names.ts'

/**
 * What mail programs make a link of: an address with its scheme, a host's name that ends in letters, four numbers, or a
 * shared folder.
 */
const LINKED =
  /\p{L}:\S|\/\/[^\s/\\]|\\\\[^\s/\\]|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\p{L}\p{N}-][.\u2024\u3002\ufe52\uff0e\uff61]\p{Cf}*\p{L}/u

const PEOPLE = [
  'Anna',
  'Mary Jane',
  'O’Connell-Smith',
  'J. R. R.',
  'J.Smith',
  'j.smith',
  'J.Ng',
  'J.R.R.Tolkien',
  'Dr.Wong',
  'St.John',
  'Jr.',
  '李小龙',
  'Smith & Sons',
]
const ADDRESSES = [
  'winner! Claim $500: https://evil.example/win',
  'www.evil.example',
  'WWW.EVIL',
  'evil.example',
  'Evil.Example/win',
  'see ftp://evil',
  'write to me@evil.example',
  'ｗｗｗ．ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'ev\u200bil.c\u200bom',
  'call 1300 999 888',
  'call (02) 9999-8888',
  'call 1300*999*888',
  'call ٠٤١١ ٢٢٢ ٣٣٣',
  't.me/win',
  't.me',
  'J.Me/win',
  'Dr.evil.com',
  'St.John.evil.com',
  '\\\\evil\\win',
  'mailto:win',
  'HTTPS:evil/win',
  'tel:13',
]

describe('a name that a stranger types', () => {
  it.each(PEOPLE)('%s is one', (name) => expect(nameProblem(name)).toBeNull())
  it.each(ADDRESSES)('%s is none', (name) => expect(nameProblem(name)).toBe(NAME_ONLY))
  it.each(['Anna\nwins', 'Anna\r\n\r\nwins', 'Anna\u2028wins', 'Anna\vwins'])('%j is none', (name) =>
    expect(nameProblem(name)).toBe(NAME_ONE_LINE),
  )

  it('is printed in a mail so that no mail program makes a link of it, whatever it is', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...ADDRESSES,
        '.',
        '://',
        '//',
        '\n',
        '{link}',
        '\u200b',
        '。',
        'http:',
        '\\\\',
        '192.168.0.1',
        'a',
        'com',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const shown = defused(parts.join(''))
        expect(shown).not.toMatch(LINKED)
        expect(shown).not.toMatch(/[\n\r{}]/)
      }),
    )
  })

  it('is printed as it is where it is a name, an address of a street or an amount', () => {
    for (const text of [...PEOPLE.filter((name) => !/\.\p{L}/u.test(name)), '4/12 Kerb St., Box Hill', '$25.00'])
      expect(defused(text)).toBe(text)
    expect(defused('J.Smith')).toBe('J. Smith')
  })
})
