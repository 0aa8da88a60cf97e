/** An email address as mail servers take it and people write it: one @, a domain with a dot, no blanks, quotes or lists. */
export const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}
