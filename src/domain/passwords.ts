import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'

/**
 * Which passwords are accepted (OWASP ASVS 5, 6.2; NIST SP 800-63B): long enough, not a common one, and not made of
 * facts known about the person. There are no rules about kinds of characters, and passwords do not expire.
 */

export interface PasswordOwner {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly businessName: string
}

const PRODUCT = 'Bagrun'
/** Symbols commonly used in place of letters. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '1': 'i',
  '!': 'i',
}
const DIFFERENT_MIN = 5
/** Shorter names occur in too many other words: "Al" must not refuse "always". */
const NAME_MIN = 3
/** Characters that must remain after the names are removed. */
const BESIDE_NAMES_MIN = 6
const RUN_MIN = 3
const RUNS_MAX = 3

/** A row wraps around: "890123" is one run. */
const ROWS = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  '!@#$%^&*()',
]

/** The form in which passwords are compared: case and white space add no strength. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
}

/**
 * Why this password is refused, as a sentence for its field; null: it is accepted.
 * @param common frequently used passwords, normalised with `comparable`
 */
export function passwordProblem(password: string, owner: PasswordOwner, common: ReadonlySet<string>): string | null {
  // Consecutive spaces count once, so that they do not lengthen a short password.
  if (password.trim().replace(/\s+/g, ' ').length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters`
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters`
  const text = comparable(password)
  if (new Set(text).size < DIFFERENT_MIN) return `Use at least ${DIFFERENT_MIN} different characters`
  if (variantsOf(text).some((one) => common.has(one))) return 'This password is too common. Choose another one'
  if (isMadeOfRuns(text)) return 'Letters or numbers in a row are easy to guess. Choose another password'
  const beside = withoutNames(text, namesOf(owner))
  const isMostlyNames =
    beside !== text && (beside.length < BESIDE_NAMES_MIN || common.has(beside) || isMadeOfRuns(beside))
  return isMostlyNames ? 'Don’t use a name, the email or the business’s name' : null
}

/** Whole names and their parts, the longest first: removing a short one first could leave part of a longer one. */
function namesOf({ firstName, lastName, email, businessName }: PasswordOwner): string[] {
  const localPart = email?.split('@')[0] ?? ''
  const wholeNames = [
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
    email ?? '',
    localPart,
    businessName,
    PRODUCT,
  ]
  const parts = [firstName, lastName, localPart, businessName].flatMap((one) => one.split(/[^\p{L}\p{N}]+/u))
  const names = new Set([...wholeNames, ...parts].map(comparable).filter((name) => name.length >= NAME_MIN))
  return [...names].toSorted((a, b) => b.length - a.length)
}

/**
 * The common passwords this may be a variation of: without trailing symbols, repeated halves merged, symbols replaced
 * by letters.
 */
function variantsOf(text: string): string[] {
  return [text, text.replace(/[^\p{L}\p{N}]+$/u, '')]
    .flatMap((one) => [one, withoutRepeat(one)])
    .flatMap((one) => [one, inLetters(one, /[@$!\d]/g), inLetters(one, /[@$!]|\d(?!\d*$)/g)])
}

/** "adminadmin" -> "admin" */
function withoutRepeat(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : text
}

/** "p@ssw0rd1234" -> "password1234"; `marks` excludes the digits at the end. */
const inLetters = (text: string, marks: RegExp): string => text.replace(marks, (mark) => LETTER_OF[mark] ?? mark)

function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, ''), text)
}

/**
 * "1234567890", "qwerty12345": only a few runs along the alphabet, the digits or a keyboard row, in either direction.
 */
function isMadeOfRuns(text: string): boolean {
  let at = 0
  for (let runs = 0; runs < RUNS_MAX && at < text.length; runs += 1) {
    const length = Math.max(...ROWS.map((row) => Math.max(runLength(text, at, row, 1), runLength(text, at, row, -1))))
    if (length < RUN_MIN) return false
    at += length
  }
  return at === text.length
}

function runLength(text: string, from: number, row: string, step: 1 | -1): number {
  let place = row.indexOf(text[from] ?? '')
  if (place < 0) return 0
  let length = 1
  for (;;) {
    place = (place + step + row.length) % row.length
    if (from + length >= text.length || text[from + length] !== row[place]) return length
    length += 1
  }
}
