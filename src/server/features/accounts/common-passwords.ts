import { PASSWORD_MIN } from '#domain/limits.ts'
import { comparable } from '#domain/passwords.ts'

/**
 * The most used ones are also searched inside longer passwords; of the others only those of sufficient length matter.
 */
const MOST_USED = 10_000

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Loaded when the first password is set, because it takes a tenth of a second and a few megabytes, and most processes
 * never need it.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loading ??= load())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const list = dictionary['passwords-common'].map(String)
  return new Set(list.filter((word, place) => place < MOST_USED || word.length >= PASSWORD_MIN).map(comparable))
}
