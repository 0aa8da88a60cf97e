import { useEffect, useState } from 'react'

/**
 * What something shows again and again while the screen is open; undefined until the first time. What it fails with is thrown.
 * @param follow kept the same (useCallback) as long as it follows the same thing
 */
export function useFollowed<T>(follow: (show: (value: T) => void, fail: (error: unknown) => void) => () => void): T | undefined {
  const [shown, setShown] = useState<{ value: T } | { error: unknown } | null>(null)
  useEffect(
    () =>
      follow(
        (value) => setShown({ value }),
        (error) => setShown({ error }),
      ),
    [follow],
  )
  if (shown !== null && 'error' in shown) throw shown.error
  return shown?.value
}
