/** Whether a text can be kept: PostgreSQL takes neither NUL nor half a character (a lone surrogate). */
export function isKeepable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text)
}
