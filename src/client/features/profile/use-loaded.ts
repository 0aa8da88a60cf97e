import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { useAccess } from './access.tsx'

/** Retry interval while there is no answer, ms. */
const ASK_AGAIN_MS = 8000
const NOTHING = {}

export type Trouble = 'no-signal' | 'server' | null

export interface Loaded<T> {
  value: T | undefined
  trouble: Trouble
  again: () => Promise<void>
}

/**
 * One query of this page, without React Query, which no driver's screen loads. It is repeated when the window gets the
 * focus, because another tab or device may have changed the answer.
 */
export function useLoaded<E extends Endpoint>(endpoint: E): Loaded<OutputOf<E>> {
  const { call } = useAccess()
  const [value, setValue] = useState<OutputOf<E>>()
  const [trouble, setTrouble] = useState<Trouble>(null)
  const latest = useRef(0)

  const again = useCallback(async () => {
    const mine = ++latest.current
    const answer = await call(endpoint, NOTHING as CallOf<E>)
    // An earlier answer that arrives late must not replace a newer one.
    if (mine !== latest.current) return
    if (answer.kind === 'ok') setValue(answer.value)
    setTrouble(
      answer.kind === 'ok' || answer.kind === 'not-modified'
        ? null
        : answer.kind === 'refused'
          ? 'server'
          : 'no-signal',
    )
  }, [call, endpoint])

  useEffect(() => {
    const ask = () => void again()
    // The request is made after the first render, so that sections that need no answer are shown at once.
    const first = setTimeout(ask)
    window.addEventListener('focus', ask)
    window.addEventListener('online', ask)
    return () => {
      clearTimeout(first)
      latest.current += 1
      window.removeEventListener('focus', ask)
      window.removeEventListener('online', ask)
    }
  }, [again])

  useEffect(() => {
    if (trouble === null) return
    const clock = setInterval(() => void again(), ASK_AGAIN_MS)
    return () => clearInterval(clock)
  }, [trouble, again])

  return { value, trouble, again }
}
