import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The current value, for functions that must stay the same while it changes. */
export function useNow<T>(value: T): RefObject<T> {
  const now = useRef(value)
  useLayoutEffect(() => {
    now.current = value
  })
  return now
}
