import { MAX_DEPTH, MAX_NAMES } from '#contract/endpoint.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** Shorter texts are scanned byte by byte, because the native search only pays off for longer ones. */
const SHORT_TEXT = 64

/**
 * The limit that this JSON exceeds: number of names and list entries in all, `MAX_NAMES` in one object, or `MAX_DEPTH`.
 * It reads the bytes once, builds nothing and stops at the first violation: parsing 400,000 keys takes half a second,
 * and checking them against a schema several. Invalid JSON is left to the parser.
 */
export function brokenBound(bytes: Buffer, maxValues: number): 'values' | 'names' | 'depth' | null {
  let depth = 0
  let values = 0
  /** Names of the open object at each depth; -Infinity for a list, whose entries have no names. */
  const names = new Float64Array(MAX_DEPTH + 1).fill(-Infinity)
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at + 1)
        break
      // A list or object has one value more than commas; an empty one counts as one.
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1
        values += 1
        if (depth > MAX_DEPTH) return 'depth'
        if (values > maxValues) return 'values'
        names[depth] = bytes[at] === OPEN_OBJECT ? 1 : -Infinity
        break
      case COMMA:
        values += 1
        if (values > maxValues) return 'values'
        if (depth >= 0 && (names[depth]! += 1) > MAX_NAMES) return 'names'
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1
        break
    }
  }
  return null
}

/** The index of the quote that ends the text starting at `from`; the end of the bytes if there is none. */
function endOfText(bytes: Buffer, from: number): number {
  // Kept between searches, so that each byte is examined once, however many backslashes precede the next quote.
  let quote = -1
  let searched = from + SHORT_TEXT
  for (let at = from; at < bytes.length; at += 1) {
    if (at >= searched) {
      if (quote < at) quote = bytes.indexOf(QUOTE, at)
      if (quote < 0) return bytes.length
      const backslash = bytes.subarray(at, quote).indexOf(BACKSLASH)
      if (backslash < 0) return quote
      at += backslash
      searched = at + SHORT_TEXT
    }
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at += 1
  }
  return bytes.length
}
