import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Item } from './lay-out.ts'

const HEIGHTS = { round: 43, stop: 44, 'gone-head': 53, gone: 44 } as const
const CARD_HEIGHTS = { round: 56, stop: 170, 'gone-head': 56, gone: 120 } as const
const PHONE = '(max-width: 47.99em)'

/**
 * Renders only the visible rows and a few around them; the whole page scrolls. A row being edited or dragged stays
 * rendered wherever the page is scrolled, so that its state is not lost.
 */
export function useTableWindow(items: readonly Item[], body: RefObject<HTMLDivElement | null>, held: string | null) {
  const [margin, setMargin] = useState(0)
  const [cards] = useState(() => matchMedia(PHONE).matches)
  useLayoutEffect(() => {
    const measure = () => setMargin(Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY))
    measure()
    // Content above the table that appears or disappears changes the table's offset.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  const heldAt = useMemo(() => (held === null ? -1 : items.findIndex(({ key }) => key === held)), [items, held])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return heldAt < 0 || shown.includes(heldAt) ? shown : [...shown, heldAt].sort((a, b) => a - b)
    },
    [heldAt],
  )
  // The incompatibility concerns memoisation by a compiler, which this product does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: useCallback((at: number) => (cards ? CARD_HEIGHTS : HEIGHTS)[items[at]!.kind], [items, cards]),
    getItemKey: useCallback((at: number) => items[at]!.key, [items]),
    overscan: 12,
    scrollMargin: margin,
    // Focused rows must not end under the sticky head and foot.
    scrollPaddingStart: 150,
    scrollPaddingEnd: 110,
    rangeExtractor,
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, cards])
  return { virtualizer, margin }
}
