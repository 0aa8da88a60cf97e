/**
 * Each words file adds its own by declaration merging, so that this file names no feature and `t` accepts only keys
 * that exist.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Words {}

export type Noun = keyof Words & string

const PLURALS = ['_one', '_other'] as const
type Plural = (typeof PLURALS)[number]
/** "stops_one" and "stops_other" are asked for as "stops", with a `count`. */
type Singular<Key extends string> = Key extends `${infer Base}${Plural}` ? Base : Key
/** The keys of nested words, such as "users.edit". */
type KeysOf<Tree, Path extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${Singular<Key>}`
    : KeysOf<Tree[Key], `${Path}${Key}.`>
}[keyof Tree & string]

type Gaps = Readonly<Record<string, unknown>>

/** The words of one feature by key; an unknown key is a type error. */
export type Translate<Of extends Noun> = (key: KeysOf<Words[Of]>, gaps?: Gaps) => string

type Tree = Readonly<{ [key: string]: string | Tree }>
const texts = new Map<string, string>()

/**
 * Adds one feature's words. The feature's own chunk calls it, so that a driver never loads the office's words and no
 * screen waits for them.
 */
export function addWords<Of extends Noun>(noun: Of, words: Words[Of]): void {
  add(noun, words as unknown as Tree)
}

function add(path: string, tree: Tree): void {
  for (const [key, word] of Object.entries(tree)) {
    const place = `${path}.${key}`
    if (typeof word === 'string') texts.set(place, word)
    else add(place, word)
  }
}

/** `{{name}}`; `{{count, number}}` with the thousands separated. */
const GAP = /\{\{(\w+)(, number)?\}\}/g

/**
 * The text of a key in the app's one language. With a `count`, the singular or plural form where the key has two.
 * @returns the key itself where the words are missing, which only an unchecked key can bring about
 */
export function textOf(noun: string, key: string, gaps: Gaps = {}): string {
  const place = `${noun}.${key}`
  const counted = gaps['count'] === undefined ? undefined : texts.get(place + PLURALS[gaps['count'] === 1 ? 0 : 1])
  const text = counted ?? texts.get(place) ?? key
  return text.replace(GAP, (_, name: string, isNumber: string | undefined) => {
    const value = gaps[name] ?? ''
    return isNumber && typeof value === 'number' ? value.toLocaleString('en-AU') : String(value)
  })
}
