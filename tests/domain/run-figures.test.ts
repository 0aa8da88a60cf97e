import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOfStops, onRun, runFigures, STOP_FIGURES, stopFigure, sumFigures } from '#domain/run-figures.ts'
import { isOnTheRun } from '#domain/stop-actions.ts'
import { JOB_STATES, OUTCOMES } from '#domain/words.ts'

const stop = fc.record({
  state: fc.constantFrom(...JOB_STATES),
  outcome: fc.option(fc.constantFrom(...OUTCOMES)),
})

test('every stop is in one figure: done, not done, moved, removed or open', () => {
  const cases = [
    ['completed', 'COLLECTED', 'done'],
    ['done', 'EMPTY', 'done'],
    ['completed', 'NO_ACCESS', 'notDone'],
    ['done', 'NOT_OUT', 'notDone'],
    ['shifted', null, 'moved'],
    ['cancelled', null, 'removed'],
    ['planned', null, 'open'],
  ] as const
  for (const [state, outcome, figure] of cases)
    expect([state, outcome, stopFigure({ state, outcome })]).toContain(figure)
})

test('planned is done and not done and moved and removed and open, however the stops are counted', () => {
  fc.assert(
    fc.property(fc.array(stop), fc.array(stop), (some, others) => {
      const all = [...some, ...others]
      const figures = figuresOfStops(all)
      expect(figures.planned).toBe(all.length)
      expect(STOP_FIGURES.reduce((sum, figure) => sum + figures[figure], 0)).toBe(figures.planned)
      expect(onRun(figures)).toBe(all.filter(isOnTheRun).length)
      expect(sumFigures([figuresOfStops(some), figuresOfStops(others)])).toEqual(figures)
      expect(runFigures(all.map((one) => ({ ...one, stops: 1 })))).toEqual(figures)
    }),
  )
})
