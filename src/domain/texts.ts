/** Whether a text can be kept: PostgreSQL takes neither NUL nor half a character (a lone surrogate). */
export function isKeepable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text)
}

/** The text with what can't be kept shown as such. */
export function keepable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\uFFFD')
}
