import { useEffect, useState } from 'react'

/** A form is taken away by its address, not closed: whoever opened it by keyboard is put back to where he was. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus()
      })
    },
    [before],
  )
}
