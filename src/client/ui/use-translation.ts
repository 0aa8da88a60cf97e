import i18next, { type Namespace, type TFunction } from 'i18next'

const known = new Map<string, TFunction<never>>()

/**
 * The words of one feature. The app speaks one language, settled before the first paint, and every chunk brings its words
 * before it draws (app/i18n.ts): there is nothing to wait for or to subscribe to, so React's own binding of i18next, 10 kB of
 * every driver's precache, is not needed. `t` stays the same function from one redraw to the next.
 */
export function useTranslation<Noun extends Namespace & string>(noun: Noun): { t: TFunction<Noun> } {
  let t = known.get(noun)
  if (t === undefined) known.set(noun, (t = quick(noun)))
  return { t: t as unknown as TFunction<Noun> }
}

type Gaps = Readonly<Record<string, unknown>>
const GAP = /\{\{(\w+)\}\}/g

/**
 * Nearly every sentence is a text with gaps in it, and perhaps one for one and one for many: filled here. i18next, which can do more,
 * takes a slow phone fifty times as long, a tenth of its start; what needs more is still asked of it.
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
