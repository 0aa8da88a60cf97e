import { useEffect, useRef } from 'react'

const BEFORE_MS = 450
const EVERY_MS = 90

/**
 * A button's handlers: one tap acts once, holding it repeats. A click without a pointer (keyboard, screen reader) acts
 * too.
 */
export function useHold(act: () => void) {
  const latest = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  useEffect(() => {
    latest.current = act
  })
  const release = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const repeat = () => {
    held.current = true
    latest.current()
    timer.current = setTimeout(repeat, EVERY_MS)
  }
  return {
    onPointerDown: () => {
      held.current = false
      timer.current = setTimeout(repeat, BEFORE_MS)
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // A long press would open the browser's own menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      release()
      if (!held.current) latest.current()
      held.current = false
    },
  }
}
