import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phoneInKeyword } from '#domain/phone-numbers.ts'
import { finder, folded, waysOf, wordsInKeyword } from '#domain/texts.ts'
import { aTextToFold } from '../support/texts.ts'

describe('Folding a text for search', () => {
  test.each([
    ['O’Brien', 'obrien'],
    ["O'BRIEN", 'obrien'],
    ['O´Brien', 'obrien'],
    ['OʼBrien', 'obrien'],
    ['O`Brien', 'obrien'],
    ['O‘Brien', 'obrien'],
    ['O＇Brien', 'obrien'],
    ['Smith-Jones', 'smithjones'],
    ['Smith–Jones', 'smithjones'],
    ['Smith\u2011Jones', 'smithjones'],
    ['Smith\u00adJones', 'smithjones'],
    ['René', 'rene'],
    ['Rene\u0301', 'rene'],
    ['ÇELİK', 'celik'],
    ['Łucja Ørsted', 'lucja orsted'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Æsop Œuvre', 'aesop oeuvre'],
    ['Ngũgĩ', 'ngugi'],
    ['Nguyễn Đức', 'nguyen duc'],
    ['ΑΘΉΝΑΣ', 'αθηνασ'],
    ['Щукин Ёлка', 'щукин елка'],
    ['ﬁeld Ｓt', 'field st'],
    ['A\u00a0 \t B', 'a b'],
    ['one\ntwo', 'one\ntwo'],
    ['12/3 High St.', '12/3 high st.'],
  ])('%j becomes %j', (text, expected) => expect(folded(text)).toBe(expected))

  test('A folded text does not change when it is folded again, and case makes no difference', () => {
    fc.assert(
      fc.property(aTextToFold, (text) => {
        expect(folded(folded(text))).toBe(folded(text))
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-öø-ÿα-ρσ-ωа-яё' -]*$/), (text) => {
        expect(folded(text.toUpperCase())).toBe(folded(text))
      }),
    )
  })

  test('Composed and decomposed letters are folded to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folded(text.normalize('NFD'))).toBe(folded(text.normalize('NFC')))
      }),
    )
  })
})

describe('What a keyword asks for', () => {
  test('A word with a hyphen is searched as one word and as two', () => {
    expect(wordsInKeyword(' Anna  Smith-Jones ')).toEqual([['anna'], ['smithjones', 'smith jones']])
    expect(waysOf("-O'Brien-")).toEqual(['obrien'])
    expect([wordsInKeyword("' - ’’’"), waysOf('---')]).toEqual([[], []])
  })

  test.each(['smith jones', 'Smith-Jones', 'smithjones', 'JONES', 'smith–jones'])('%j finds Smith-Jones', (keyword) => {
    expect(finder(keyword)('Anna Smith-Jones')).toBe(true)
  })

  test.each([
    ['smith-jones', true],
    ['smith jones', true],
    ['jones-smith', false],
    ["'", false],
    ['smyth', false],
  ])('%j finds Smith Jones: %j', (keyword, finds) => {
    expect(finder(keyword)('Smith  Jones')).toBe(finds)
  })

  test('A text is found by each of its words, however that is written', () => {
    fc.assert(
      fc.property(aTextToFold, fc.nat(), (text, at) => {
        const words = text.split(/\s+/).filter((word) => folded(word).trim() !== '')
        fc.pre(words.length > 0)
        const word = words[at % words.length]!
        for (const way of [word, word.normalize('NFD'), word.normalize('NFC')]) expect(finder(way)(text)).toBe(true)
      }),
    )
  })
})

describe('A phone number in a keyword', () => {
  test.each([
    ['0412 345 678', '412345678'],
    ['0412345678', '412345678'],
    ['(02) 9999 1234', '299991234'],
    ['02-9999-1234', '299991234'],
    ['0412.345.678', '412345678'],
    ['+61 412 345 678', '61412345678'],
    ['+61 (0)412 345', '61412345'],
    ['+61 0412', '61412'],
    ['0061 412 345', '61412345'],
    ['0011 64 21', '6421'],
    ['345 678', '345678'],
    ['0412\u2011345\u00a0678', '412345678'],
    ['(04', '4'],
    ['12 High', null],
    ['O’Brien', null],
    ['2a', null],
  ])('%j asks for the digits %j', (keyword, digits) => expect(phoneInKeyword(keyword)).toBe(digits))
})
