import type { Warning } from '../warnings.ts'

/** What the fonts of the PDFs can show (server/pdf/thread/fonts.mjs), as ranges of code points in hexadecimal. */
const PRINTED = (
  '20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 900-97f 10fb 1ab0-1ac0 1ac5 1ac7-1ace 1c80-1c88 ' +
  '1d00-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 ' +
  '1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e 2090-209c 20a0-20c0 20f0 ' +
  '2100-215f 2183-2184 2189 2212 25cc 2c60-2c7f 2de0-2e5d a640-a69f a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff ' +
  'a8ff a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff fffc-fffd 10780-10785 10787-107b0 107b2-107ba 1df00-1df1e'
)
  .split(' ')
  .map((range) => range.split('-').map((end) => parseInt(end, 16)))

const PLAIN = /^[\x20-\x7e]*$/
const SPACES_AND_HIDDEN = /[\p{Z}\p{Cc}\p{Cf}]/gu
/** Emoji are left out of a PDF. */
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3\ufe00-\ufe0f]/u
/** A sentence names no more of them. */
const NAMED_MAX = 10

export function isPrinted(codePoint: number): boolean {
  return PRINTED.some(([from = 0, to = from]) => codePoint >= from && codePoint <= to)
}

/** The letters of a text that a PDF shows as "\ufffd", each once. */
export function lettersNotPrinted(text: string): string[] {
  return lettersOf(text).filter((letter) => !isPrinted(letter.codePointAt(0)!) && !PICTURE.test(letter))
}

/** Whether a PDF shows the whole of a name, and something of it. */
export function isNamePrinted(name: string): boolean {
  const letters = lettersOf(name)
  return letters.some((letter) => isPrinted(letter.codePointAt(0)!)) && lettersNotPrinted(name).length === 0
}

/** Tells who types a name or an address in letters that no invoice can show. Null: all can be shown. */
export function lettersWarning(texts: readonly (string | null | undefined)[]): Warning | null {
  const missing = lettersNotPrinted(texts.filter((text) => text !== null && text !== undefined).join(' '))
  if (missing.length === 0) return null
  const named = missing.slice(0, NAMED_MAX).join(' ') + (missing.length > NAMED_MAX ? ' …' : '')
  return {
    code: 'letters_not_printed',
    message: `Invoices can’t show ${named}. Use English letters for the name and address.`,
  }
}

function lettersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...new Set(text.replaceAll(' ', ''))]
  return [...new Set(text.normalize('NFC').replace(SPACES_AND_HIDDEN, ''))]
}
