import { type Noun, textOf, type Translate } from './i18n.ts'

const known = new Map<string, Translate<never>>()

/** `t` stays the same function between renders. */
export function useTranslation<Of extends Noun>(noun: Of): { t: Translate<Of> } {
  return { t: wordsOf(noun) }
}

/** The words of one feature outside React. */
export function wordsOf<Of extends Noun>(noun: Of): Translate<Of> {
  let t = known.get(noun)
  if (t === undefined) known.set(noun, (t = (key, gaps) => textOf(noun, key, gaps)))
  return t as unknown as Translate<Of>
}
