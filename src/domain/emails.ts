/**
 * An email address: one @, a domain with a dot, no spaces, quotes or lists. Before the @ are the characters of RFC 5322
 * except the backtick, braces and the pipe; a dot is neither first nor last nor doubled.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.&/=!#$%*?^~]*[A-Za-z0-9_'+\-&/=!#$%*?^~]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** A longer cell is no email's, and searching it could take seconds. */
const CELL_MAX = 600

/**
 * The addresses in a cell of a file: "Anna <anna@home.example>", "mailto:anna@home.example", two with a semicolon.
 * @returns `isAll`: the cell says nothing beside the first one
 */
export function emailsIn(cell: string): { emails: string[]; isAll: boolean } {
  if (cell.length > CELL_MAX) return { emails: [], isAll: false }
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/mailto:/gi, '')
    .trim()
  if (isEmail(text)) return { emails: [text], isAll: true }
  const joined = text.replace(/\s*@\s*/g, '@')
  const found = (joined.match(/[^\s<>()[\]",;:|]+@[^\s<>()[\]",;:|@]+(?:@[^\s<>()[\]",;:|]+)?/g) ?? []).flatMap(
    (part) => (part.indexOf('@') === part.lastIndexOf('@') ? [part] : part.split('/')),
  )
  const emails = found.map((part) => part.replace(/^[.']+|[.']+$/g, '')).filter(isEmail)
  const others = found.reduce((rest, part) => rest.replace(part, ''), joined)
  // The name before <...> is the customer's own.
  const isNamed = /^[^<>@]*<[^<>]*>[.,;\s]*$/.test(joined)
  return { emails, isAll: emails.length === 1 && found.length === 1 && (isNamed || !/[\p{L}\d]/u.test(others)) }
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

/** Said of a customer with the email of another account, which the office allowed. */
export const EMAIL_SHARED = 'Another account uses this email.'
