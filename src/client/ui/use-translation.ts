import { getFixedT, type Namespace, type TFunction } from 'i18next'

const known = new Map<string, TFunction<never>>()

/**
 * The words of one feature. The app speaks one language, settled before the first paint, and every chunk brings its words
 * before it draws (app/i18n.ts): there is nothing to wait for or to subscribe to, so React's own binding of i18next, 10 kB of
 * every driver's precache, is not needed. `t` stays the same function from one redraw to the next.
 */
export function useTranslation<Noun extends Namespace & string>(noun: Noun): { t: TFunction<Noun> } {
  let t = known.get(noun)
  if (t === undefined) known.set(noun, (t = remembering(getFixedT('en', noun) as TFunction<never>)))
  return { t: t as unknown as TFunction<Noun> }
}

/** A word without a gap says the same each time, and finding it takes i18next a hundred times as long as remembering it. */
function remembering(t: TFunction<never>): TFunction<never> {
  const said = new Map<string, string>()
  const ask = t as unknown as (key: string, gaps?: object) => string
  return ((key: string, gaps?: object) => {
    if (gaps !== undefined) return ask(key, gaps)
    let words = said.get(key)
    if (words === undefined) said.set(key, (words = ask(key)))
    return words
  }) as unknown as TFunction<never>
}
