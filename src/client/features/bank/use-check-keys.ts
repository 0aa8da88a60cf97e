import { useEffect, useRef } from 'react'

/** Absent: the key does nothing now. */
export interface CheckKeys {
  /** Chooses the n-th proposal, from 0. */
  readonly choose: (place: number) => void
  readonly other: () => void
  readonly split: () => void
  readonly dismiss: () => void
  readonly move: (by: 1 | -1) => void
}

/** Listens to the keys, except while the user types in a field, in a dialog, or on another button. */
export function useCheckKeys(keys: CheckKeys | null): void {
  const latest = useRef(keys)
  useEffect(() => void (latest.current = keys))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, repeat } = event
      const now = latest.current
      if (now === null || ctrlKey || metaKey || altKey || repeat || isElsewhere(target, key)) return
      const act = actOf(key, now)
      if (act === null) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isElsewhere(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu], dialog')) return true
  // Enter presses the focused link or button instead.
  return key === 'Enter' && target.closest('a, button') !== null
}

function actOf(key: string, keys: CheckKeys): (() => void) | null {
  if (/^[1-9]$/.test(key)) return () => keys.choose(Number(key) - 1)
  switch (key) {
    case 'Enter':
      return () => keys.choose(0)
    case 'a':
      return keys.other
    case 's':
      return keys.split
    case 'd':
      return keys.dismiss
    case 'ArrowDown':
      return () => keys.move(1)
    case 'ArrowUp':
      return () => keys.move(-1)
    default:
      return null
  }
}
