import { workbookKind, workbookWords } from '#domain/import-rows.ts'
import { isStorable } from '#domain/texts.ts'

/** An uploaded file is not the text it should be; the message says what to do. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

export const unreadableWords = {
  zero: 'This file isn’t saved as UTF-8. In Excel: Save as, “CSV UTF-8”.',
  encoding: 'This file has characters that aren’t valid UTF-8. In Excel: Save as, “CSV UTF-8”.',
} as const

/** UTF-8; else Windows-1252, in which Excel saves "CSV". Throws UnreadableText when neither gives text. */
export function fileText(bytes: Uint8Array): string {
  const workbook = workbookKind(bytes)
  if (workbook !== null) unreadable(workbookWords[workbook])
  if (bytes.includes(0)) unreadable(unreadableWords.zero)
  try {
    return requireStorable(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof UnreadableText) throw error
    const isMarkedUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    const text = fromWindows1252(bytes)
    if (isMarkedUtf8 || /[\u0080-\u009f]/.test(text)) unreadable(unreadableWords.encoding)
    return text
  }
}

/** 0x80 to 0x9f, where it differs from Latin-1; Node's own decoder treats the two as the same (20.x). */
export const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!)
}

function requireStorable(text: string): string {
  if (!isStorable(text)) unreadable('This file has characters that can’t be used. In Excel: Save as, “CSV UTF-8”.')
  return text
}

function unreadable(message: string): never {
  throw new UnreadableText(message)
}
