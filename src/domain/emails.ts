/**
 * An email address: one @, a domain with a dot, no spaces, quotes or lists. Stricter than the RFCs, and close to what
 * mail servers accept.
 */
export const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}
