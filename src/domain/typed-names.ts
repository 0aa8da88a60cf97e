/**
 * Mails contain texts that strangers and customers typed, and mail programs make a link of everything that looks like
 * an address. So that nobody can place a link in a mail to another person, `nameProblem` refuses a name that looks like
 * an address, and `defused` rewrites a text that is already stored before it is printed.
 */

/** The full stop, and the characters that browsers and mail programs read as one in a host's name. */
const DOTS = '[.\\u2024\\u3002\\ufe52\\uff0e\\uff61]'
const BREAKS = /\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g
const DOT_BEFORE_LETTER = new RegExp(`(${DOTS})(?=\\p{Cf}*\\p{L})`, 'gu')

/**
 * Rewrites a typed text so that a mail program makes no link of it: line breaks become spaces, and a space is put into
 * everything that looks like an address, so that "https://a.example" becomes "https: // a. example". Braces become
 * brackets, because the mail's own `{link}` is replaced by a one-time link when it is sent.
 */
export function defused(text: string): string {
  return text
    .replace(BREAKS, ' ')
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/\/\/(?=\S)/g, '// ')
    .replace(DOT_BEFORE_LETTER, '$1 ')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
}

export const NAME_ONE_LINE = 'Write the name in one line'
export const NAME_ONLY = 'Write the name only, without a link, an email or a phone number'

/** "Dr.Smith" and "J.Smith" are names, although a host's name is written in the same way. */
const ABBREVIATED = /(?<![\p{L}\p{N}.])(?:\p{L}|st|mt|dr|mr|mrs|ms|prof|rev|hon)\.(?=\p{Lu})/giu
const ADDRESS = /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}/iu
const PHONE = /(?:\d[\s().+-]*){6,}/

/** Why a text can't be a person's name: it holds an address, a phone number or a line break. Null: it can. */
export function nameProblem(text: string): string | null {
  if (text.search(BREAKS) >= 0) return NAME_ONE_LINE
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u3002', '.')
  return ADDRESS.test(plain.replace(ABBREVIATED, '')) || PHONE.test(plain) ? NAME_ONLY : null
}
