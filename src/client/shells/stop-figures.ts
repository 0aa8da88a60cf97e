import { STOP_FIGURES, type RunFigures } from '#domain/run-figures.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { OFFICE_FIGURES } from './terms.ts'

export const DRIVERS_FIGURES = sentences({
  done: '{{count}} done',
  notDone: '{{count}} not done',
  moved: '{{count}} moved to another week',
  removed: '{{count}} removed',
  open: '{{count}} to do',
})

/**
 * "34 done · 1 not done · 51 moved · 6 removed": what became of the stops, without what did not happen. A line breaks
 * only after a dot between figures.
 */
export function figuresInWords(figures: RunFigures, words: typeof DRIVERS_FIGURES | typeof OFFICE_FIGURES): string {
  return STOP_FIGURES.filter((figure) => figure === 'done' || figures[figure] > 0)
    .map((figure) => t(words[figure], { count: figures[figure] }).replaceAll(' ', '\u00a0'))
    .join('\u00a0· ')
}
