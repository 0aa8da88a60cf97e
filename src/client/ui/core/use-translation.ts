import i18next, { type Namespace, type TFunction } from 'i18next'

const known = new Map<string, TFunction<never>>()

/**
 * The words of one feature. The app has one language, fixed before the first paint, and every chunk brings its words
 * before it renders (i18n.ts): there is nothing to wait for or to subscribe to, so React's own binding of i18next,
 * 10 kB of every driver's precache, is not needed. `t` stays the same function between renders.
 */
export function useTranslation<Noun extends Namespace & string>(noun: Noun): { t: TFunction<Noun> } {
  let t = known.get(noun)
  if (t === undefined) known.set(noun, (t = quick(noun)))
  return { t: t as unknown as TFunction<Noun> }
}

type Gaps = Readonly<Record<string, unknown>>
const GAP = /\{\{(\w+)\}\}/g

/**
 * Fast path: nearly every sentence is a text with placeholders and at most a singular and a plural form. i18next takes
 * fifty times as long on a slow phone, a tenth of its start; it is used for everything else.
 */
function quick(noun: Namespace & string): TFunction<never> {
  const ask = i18next.getFixedT('en', noun) as unknown as (key: string, gaps?: Gaps) => string
  const texts = new Map<string, string | null>()
  const textOf = (key: string): string | null => {
    let text = texts.get(key)
    if (text === undefined) {
      const found: unknown = i18next.getResource('en', noun, key)
      text = typeof found === 'string' && !/\{\{|\$t\(/.test(found.replace(GAP, '')) ? found : null
      texts.set(key, text)
    }
    return text
  }
  return ((key: string, gaps?: Gaps) => {
    const count = gaps?.['count']
    const text = (count === undefined ? null : textOf(`${key}_${count === 1 ? 'one' : 'other'}`)) ?? textOf(key)
    if (text === null) return ask(key, gaps)
    return gaps === undefined ? text : text.replace(GAP, (_, name: string) => String(gaps[name] ?? ''))
  }) as unknown as TFunction<never>
}
