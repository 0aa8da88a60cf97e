import { lazy, type ComponentType } from 'react'
import { addWords, type Words } from '#client/ui/core/i18n.ts'

interface Loaded<Props> {
  /** By namespace; added before the screen renders. */
  words: Partial<Words>
  screen: ComponentType<Props>
}

/** A screen of one feature with its words, loaded when it is first opened. */
export function lazyScreen<Props extends object>(load: () => Promise<Loaded<Props>>) {
  return lazy(async () => {
    const { words, screen } = await load()
    for (const [noun, ofNoun] of Object.entries(words)) addWords(noun as keyof Words, ofNoun as never)
    return { default: screen }
  })
}
