/** Whether a text can be kept: PostgreSQL takes neither NUL nor half a character (a lone surrogate). */
export function isKeepable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text)
}

/** The text with what can't be kept shown as such. */
export function keepable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\uFFFD')
}

/**
 * A character that nobody sees and that changes how others are read: control characters, and those that turn the direction of
 * what follows, by which a name can look like another. Line breaks, tabs and NUL have rules of their own.
 */
// oxlint-disable-next-line no-control-regex
const HIDDEN = /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/g

/** The text without what nobody sees. */
export function visible(text: string): string {
  return text.replace(HIDDEN, '')
}

/** Marks above and below letters that have been taken apart; apostrophes and what is typed for one; dashes; what has no width. */
const DROPPED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff'`ʹ-ʽ‘-‛′-‷‐-―⁃−\u00ad\u200b-\u200f\u2060\ufeff-]/g
const UPPER = /[A-ZÆ-ÞĐĦŁŒŦΑ-ΩЂ-Яẞ]/g
/** Letters that can't be taken apart, as they are written where nobody has them on the keyboard. */
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
 * A text as it is sought and sorted by: lower case, without accents, apostrophes and dashes, one space for many; line breaks stay.
 * "  O’Brien-Müller" -> " obrienmuller". The database does the same by its function `folded` (migration `folded_search`): change both.
 */
export function folded(text: string): string {
  // Taken apart, the acute accent that is typed for an apostrophe would leave a space.
  return text
    .replace(/\u00b4/g, '')
    .normalize('NFKD')
    .replace(DROPPED, '')
    .replace(UPPER, (letter) => letter.toLowerCase())
    .replace(/[ß-ς]/g, (letter) => SPELT[letter] ?? letter)
    .replace(/[\t ]+/g, ' ')
}

/**
 * The words of a keyword, each in the ways it may stand in a folded text: "Smith-Jones" as one word or as two. All have to be
 * found. A word of nothing but apostrophes and dashes asks for nothing; a keyword without words finds nothing.
 */
export function wordsAsked(keyword: string): string[][] {
  return keyword
    .split(/\s+/)
    .map(waysOf)
    .filter((ways) => ways.length > 0)
}

/** The ways one phrase may stand in a folded text; none when nothing is left of it. */
export function waysOf(phrase: string): string[] {
  const ways = [phrase, phrase.replace(/[\p{Pd}⁃−]/gu, ' ')].map((way) => folded(way).trim())
  return [...new Set(ways)].filter((way) => way !== '')
}

/** What tells of a text whether it holds every word of the keyword. */
export function finder(keyword: string): (text: string) => boolean {
  const words = wordsAsked(keyword)
  return (text) => {
    const whole = folded(text)
    return words.length > 0 && words.every((ways) => ways.some((way) => whole.includes(way)))
  }
}
