import { workbookKind, workbookWords } from '#domain/import-rows.ts'
import { isStorable } from '#domain/texts.ts'

/** An uploaded file is not the text it should be; the message says what to do. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

/** UTF-8; else Windows-1252, in which Excel saves "CSV". Throws UnreadableText when neither gives text. */
export function fileText(bytes: Uint8Array): string {
  const workbook = workbookKind(bytes)
  if (workbook !== null) unreadable(workbookWords[workbook])
  if (bytes.includes(0)) unreadable('This file isn’t saved as UTF-8. In Excel: Save as, “CSV UTF-8”.')
  try {
    return requireStorable(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof UnreadableText) throw error
    const isMarkedUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    const text = fromWindows1252(bytes)
    if (isMarkedUtf8 || /[\u0080-\u009f]/.test(text))
      unreadable('This file has characters that aren’t valid UTF-8. In Excel: Save as, “CSV UTF-8”.')
    return text
  }
}

/** 0x80 to 0x9f, where it differs from Latin-1; Node's own decoder treats the two as the same (20.x). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!)
}

function requireStorable(text: string): string {
  if (!isStorable(text)) unreadable('This file has characters that can’t be used. In Excel: Save as, “CSV UTF-8”.')
  return text
}

/** The separator that a first line such as "sep=;" names, as Excel writes it; null: there is no such line. */
export const namedDelimiter = (text: string): string | null =>
  /^\ufeff?"?sep=([,;|\t])"?[,;|\t]*\n/i.exec(text)?.[1] ?? null

/** Titles above the headings may have no separator, or another one. */
const LINES_COMPARED = 20

/** The separator in most of the first lines, then the most frequent one, outside quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((one) => [one, { lines: 0, times: 0, last: -1 }]))
  let quoted = false
  let line = 0
  for (const character of text.trimStart()) {
    const count = counts.get(character)
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n') line += 1
    else if (count) {
      count.times += 1
      if (count.last < line) count.lines += 1
      count.last = line
    }
    if (line === LINES_COMPARED) break
  }
  const [best] = [...counts].reduce((most, one) => {
    const more = one[1].lines - most[1].lines || one[1].times - most[1].times
    return more > 0 ? one : most
  })
  return best
}

function unreadable(message: string): never {
  throw new UnreadableText(message)
}
