/**
 * Mails contain texts that strangers and customers typed, and mail programs make a link of everything that looks like
 * an address. So that nobody can place a link in a mail to another person, `nameProblem` refuses a name that looks like
 * an address, and `defused` rewrites a text that is already stored before it is printed.
 */

/** The full stop, and the characters that browsers and mail programs read as one in a host's name. */
const DOTS = '[.\\u2024\\u3002\\ufe52\\uff0e\\uff61]'
const BREAKS = /\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g
const DOT_BEFORE_LETTER = new RegExp(`(${DOTS})(?=\\p{Cf}*\\p{L})`, 'gu')
/** "mailto:a", "tel:04": a colon after the letters of a scheme. */
const SCHEME = /(?<=\p{L})[:\uff1a](?=\S)/gu
/** "//host", and a host after two backslashes, of which Outlook makes a link to a shared folder. */
const TWO_SLASHES = /([/\uff0f]{2,}|[\\\uff3c]{2,})(?![\s/\\\uff0f\uff3c]|$)/g
const IP_ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/g

/**
 * Rewrites a typed text so that a mail program makes no link of it: line breaks become spaces, and a space is put into
 * everything that looks like an address, so that "https://a.example" becomes "https: // a. example". Braces become
 * brackets, because the mail's own `{link}` is replaced by a one-time link when it is sent.
 */
export function defused(text: string): string {
  return text
    .replace(BREAKS, ' ')
    .replace(SCHEME, ': ')
    .replace(TWO_SLASHES, '$1 ')
    .replace(DOT_BEFORE_LETTER, '$1 ')
    .replace(IP_ADDRESS, (address) => address.replaceAll('.', '. '))
    .replaceAll('{', '(')
    .replaceAll('}', ')')
}

export const NAME_ONE_LINE = 'Write the name in one line'
export const NAME_ONLY = 'Write the name only, without a link, an email or a phone number'

/**
 * "Dr.Smith", "J.Smith" and "J.R.Smith" are names, although a host's name is written in the same way. "t.me" and "J.Me/x"
 * are none: short addresses end in two or three small letters, or go on.
 */
const ABBREVIATED =
  /(?<![\p{L}\p{N}.])(?:(?:\p{L}\.)+|(?:[SsMm]t|[DdMm]r|[Mm]rs|[Mm]s|[Pp]rof|[Rr]ev|[Hh]on)\.)(?=\p{Lu}|\p{L}{4})(?![\p{L}'’-]*(?:\.\p{L}|[/:]))/gu
const ADDRESS = /:\/\/|\\\\|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}|\b(?:https?|ftp|file|mailto|tel|sms):/iu
/** Six digits of any script, whatever signs stand between them. */
const PHONE = /(?:\p{Nd}[^\p{L}\p{Nd}]*){6}/u

/** Why a text can't be a person's name: it holds an address, a phone number or a line break. Null: it can. */
export function nameProblem(text: string): string | null {
  if (text.search(BREAKS) >= 0) return NAME_ONE_LINE
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u3002', '.')
  return ADDRESS.test(plain.replace(ABBREVIATED, '')) || PHONE.test(plain) ? NAME_ONLY : null
}
