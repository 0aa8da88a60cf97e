import { useCallback, useMemo, useRef, useState } from 'react'
import { useNow } from './run-data.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** @param range from the last ticked stop to this one, as with Shift */
  readonly toggle: (assignmentID: string, range: boolean) => void
  readonly set: (assignmentIDs: readonly string[], on: boolean) => void
  readonly clear: () => void
}

/** Which stops are ticked; stops that are no longer shown are unticked. @param shown in their order on the screen */
export function useSelection(shown: readonly string[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const order = useNow(shown)
  const ids = useMemo(() => {
    if (ticked.size === 0) return ticked
    const there = new Set(shown)
    return new Set([...ticked].filter((one) => there.has(one)))
  }, [ticked, shown])
  const set = useCallback((assignmentIDs: readonly string[], on: boolean) => {
    setTicked((before) => {
      const next = new Set(before)
      for (const one of assignmentIDs)
        if (on) next.add(one)
        else next.delete(one)
      return next
    })
  }, [])
  const toggle = useCallback(
    (assignmentID: string, range: boolean) => {
      const [from, to] = [order.current.indexOf(last.current ?? ''), order.current.indexOf(assignmentID)]
      const between =
        range && from >= 0 ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [assignmentID]
      last.current = assignmentID
      setTicked((before) => {
        const on = !before.has(assignmentID)
        const next = new Set(before)
        for (const one of between)
          if (on) next.add(one)
          else next.delete(one)
        return next
      })
    },
    [order],
  )
  const clear = useCallback(() => setTicked(new Set()), [])
  return useMemo(() => ({ ids, toggle, set, clear }), [ids, toggle, set, clear])
}
