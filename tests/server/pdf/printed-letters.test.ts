import { describe, expect, test } from 'vitest'
import { documentProblem } from '#domain/documents/document-problem.ts'
import { isNamePrinted, isPrinted, lettersNotPrinted, lettersWarning } from '#domain/documents/printed-letters.ts'
import { BUYER, invoice } from '../../fixtures/documents.ts'

/** The thread's modules are plain JavaScript without types. */
const inThread = async (file: string): Promise<unknown> =>
  import(new URL(`../../../src/server/pdf/thread/${file}`, import.meta.url).href)
const { hasGlyph } = (await inThread('fonts.mjs')) as { hasGlyph: (codePoint: number) => boolean }
const { showable } = (await inThread('text.mjs')) as { showable: (text: string) => string }

/** The fonts have nothing beyond; looking at every code point takes seconds. */
const LAST = 0x20_000
const NAMES = ['Zoë O’Connell', 'Nguyễn Thị Ánh', 'Łukasz Żółć', 'Ирина', 'Ελένη', 'François-René 2nd', 'Anna 😀']
const UNPRINTED = ['李小龙', 'Anna 李', 'محمد', 'דוד', '김민준', 'さくら', 'สมชาย', 'தமிழ்']

describe('the letters that an invoice can show', () => {
  test('are those of its fonts', () => {
    const wrong: number[] = []
    for (let point = 0x20; point <= LAST; point += 1) if (isPrinted(point) !== hasGlyph(point)) wrong.push(point)
    expect(wrong).toEqual([])
  })

  test.each(NAMES)('are all of the name %s', (name) => {
    expect([lettersNotPrinted(name), isNamePrinted(name), lettersWarning([name])]).toEqual([[], true, null])
    expect(showable(name)).not.toContain('\ufffd')
  })

  test.each(UNPRINTED)('are not all of the name %s', (name) => {
    expect(lettersNotPrinted(name)).not.toEqual([])
    expect(isNamePrinted(name)).toBe(false)
    expect(showable(name)).toContain('\ufffd')
  })

  test.each(['', '  ', '\u200b', '😀 😀', '\ufe0f'])('a name that prints as nothing is none: %j', (name) => {
    expect([isNamePrinted(name), lettersWarning([name])]).toEqual([false, null])
  })

  test('a sentence names the missing ones, each once and at most ten', () => {
    expect(lettersWarning(['李小李', null, '小 Street'])).toEqual({
      code: 'letters_not_printed',
      message: 'Invoices can’t show 李 小. Use English letters for the name and address.',
    })
    expect(lettersWarning(['一二三四五六七八九十百千'])?.message).toContain('九 十 …')
  })
})

describe('a tax invoice from $1,000', () => {
  const from = (name: string, amount: number) => documentProblem(invoice({ amount, buyer: { ...BUYER, name } }))

  test.each(UNPRINTED)('does not name its buyer by %s, which it can’t show', (name) => {
    expect(from(name, 99_999)).toBeNull()
    expect(from(name, 100_000)).toMatch(
      /^From \$1,000\.00 the customer’s name is needed\. Invoices can’t show .+: write it in English letters\.$/,
    )
  })

  test.each(NAMES)('names its buyer by %s', (name) => {
    expect(from(name, 100_000)).toBeNull()
  })
})
