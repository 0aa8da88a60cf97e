/** A translation by sentence. The app's language is English, whose sentences are the keys (docs/words.md). */
const translation: Readonly<Record<string, string>> = {}

/** `{{name}}`; `{{count, number}}` with the thousands separated. */
const GAP = /\{\{(\w+)(, number)?\}\}/g

type GapsOf<Sentence extends string> = Sentence extends `${string}{{${infer Gap}}}${infer Rest}`
  ? (Gap extends `${infer Name}, number` ? Name : Gap) | GapsOf<Rest>
  : never
/** Nothing for a sentence without gaps. */
type Filling<Gap extends string> = [Gap] extends [never] ? [] : [gaps: Readonly<Record<Gap, string | number>>]
/** A sentence that is computed can't be collected. */
type Written<Sentence extends string> = string extends Sentence ? never : Sentence

/** The text of a sentence. The compiler demands what its gaps are filled with. */
export function t<Sentence extends string>(
  sentence: Written<Sentence> & Sentence,
  ...[gaps]: Filling<GapsOf<Sentence>>
): string {
  return filled(sentence, gaps)
}

/** `plural(n, '{{count}} stop', '{{count}} stops')`. `count` is a gap of both. */
export function plural<One extends string, Other extends string>(
  count: number,
  one: Written<One> & One,
  other: Written<Other> & Other,
  ...[gaps]: Filling<Exclude<GapsOf<One> | GapsOf<Other>, 'count'>>
): string {
  return filled(count === 1 ? one : other, { ...gaps, count })
}

/** Marks a table of sentences for the collector; `t(STATE_WORDS[state])` shows one of them. */
// @__NO_SIDE_EFFECTS__
export function sentences<const Table extends Readonly<Record<string, string>>>(table: Table): Table {
  return table
}

function filled(sentence: string, gaps: Readonly<Record<string, unknown>> | undefined): string {
  return (translation[sentence] ?? sentence).replace(GAP, (_, name: string, isNumber: string | undefined) => {
    const value = gaps?.[name] ?? ''
    return isNumber && typeof value === 'number' ? value.toLocaleString('en-AU') : String(value)
  })
}
