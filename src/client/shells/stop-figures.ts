import { STOP_FIGURES, type RunFigures, type StopFigure } from '#domain/run-figures.ts'

type Say = (key: `figures-${StopFigure}`, values: { count: number }) => string

/**
 * "34 done · 1 not done · 51 moved · 6 removed": what became of the stops, without what did not happen. A line breaks
 * only after a dot between figures.
 */
export function figuresInWords(t: Say, figures: RunFigures): string {
  return STOP_FIGURES.filter((figure) => figure === 'done' || figures[figure] > 0)
    .map((figure) => t(`figures-${figure}`, { count: figures[figure] }).replaceAll(' ', '\u00a0'))
    .join('\u00a0· ')
}
