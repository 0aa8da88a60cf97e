import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A link opens its page at the top; browsers handle Back. */
export function usePageFromItsTop(): void {
  const { pathname } = useLocation()
  const how = useNavigationType()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current !== pathname && how !== 'POP') window.scrollTo(0, 0)
    shown.current = pathname
  }, [pathname, how])
}
