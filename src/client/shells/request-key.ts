import { useRef } from 'react'
import { newID } from '#domain/identifiers.ts'

/** The idempotency key: a repeat after a broken connection is the same request while its content is the same. */
export function useRequestKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' })
  return (value) => {
    const content = JSON.stringify(value)
    if (last.current.content !== content) last.current = { content, key: newID() }
    return last.current.key
  }
}
