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
