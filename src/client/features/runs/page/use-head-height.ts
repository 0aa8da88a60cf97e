import { useEffect, useRef } from 'react'

/** Publishes the height of the page's sticky head: `--run-head`, px. Put the ref on an element within the head. */
export function useHeadHeight<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  useEffect(() => {
    const head = ref.current?.closest('header')
    if (!head || typeof ResizeObserver === 'undefined') return
    const root = document.documentElement.style
    const measure = () =>
      root.setProperty('--run-head', getComputedStyle(head).position === 'sticky' ? `${head.offsetHeight}px` : '0px')
    const observer = new ResizeObserver(measure)
    observer.observe(head)
    return () => {
      observer.disconnect()
      root.removeProperty('--run-head')
    }
  }, [])
  return ref
}
