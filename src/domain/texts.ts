/** Whether a text can be stored: PostgreSQL rejects NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text)
}

/** Replaces the characters that can't be stored with U+FFFD. */
export function storableText(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\uFFFD')
}

/**
 * Invisible characters that change how others are read: control characters, and those that change the direction of the
 * following text and so can make one name look like another. Line breaks, tabs and NUL are handled separately.
 */
// oxlint-disable-next-line no-control-regex
export const HIDDEN = /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/g

export function visible(text: string): string {
  return text.replace(HIDDEN, '')
}

/** "Wahroonga  West" is the same suburb as "Wahroonga West". */
export const oneSpaced = (text: string) => text.replace(/\s+/g, ' ')

/** Combining marks after decomposition; apostrophes and characters typed for one; dashes; zero-width characters. */
const DROPPED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff'`ʹ-ʽ‘-‛′-‷‐-―⁃−\u00ad\u200b-\u200f\u2060\ufeff-]/g
const UPPER = /[A-ZÆ-ÞĐĦŁŒŦΑ-ΩЂ-Яẞ]/g
/** Letters without a decomposition, in their usual plain spelling. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

/**
 * The form in which texts are searched and sorted: lower case, without accents, apostrophes and dashes, runs of spaces
 * merged; line breaks stay. " O’Brien-Müller" -> " obrienmuller". The database function `folded` does the same:
 * change both together.
 */
export function folded(text: string): string {
  // Decomposition would turn an acute accent typed as an apostrophe into a space.
  return text
    .replace(/\u00b4/g, '')
    .normalize('NFKD')
    .replace(DROPPED, '')
    .replace(UPPER, (letter) => letter.toLowerCase())
    .replace(/[ß-ς]/g, (letter) => SPELT[letter] ?? letter)
    .replace(/[\t ]+/g, ' ')
}

/**
 * The words of a keyword, each with the forms it may have in a folded text: "Smith-Jones" as one word or as two. All
 * words must be found. A word of only apostrophes and dashes is ignored; a keyword without words finds nothing.
 */
export function wordsInKeyword(keyword: string): string[][] {
  return keyword
    .split(/\s+/)
    .map(waysOf)
    .filter((ways) => ways.length > 0)
}

/** The forms that one phrase may have in a folded text; empty when nothing remains of it. */
export function waysOf(phrase: string): string[] {
  const ways = [phrase, phrase.replace(/[\p{Pd}⁃−]/gu, ' ')].map((way) => folded(way).trim())
  return [...new Set(ways)].filter((way) => way !== '')
}

/** Makes a test of whether a text holds every word of the keyword. */
export function finder(keyword: string): (text: string) => boolean {
  const words = wordsInKeyword(keyword)
  return (text) => {
    const whole = folded(text)
    return words.length > 0 && words.every((ways) => ways.some((way) => whole.includes(way)))
  }
}
