import { useEffect, useState } from 'react'
import { Text } from '@mantine/core'
import { sentences, t } from '#client/ui/core/texts.ts'
import styles from './takes-long.module.css'

const TAKES_LONG_WORDS = sentences({
  takesLong: 'Adding up. This can take a minute or two: {{seconds}} s so far.',
  takesLongShort: 'Adding up: {{seconds}} s so far.',
  takesLongCustomers: 'Looking at all customers. This can take a minute: {{seconds}} s so far.',
})

/** Some queries read millions of rows. */
const LONG_SECONDS = 3

/** Seconds since the wait began, once it is a long one. */
export function useLongWait(isWaiting: boolean): number | null {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isWaiting) return
    const began = Date.now()
    const clock = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000)
    return () => {
      clearInterval(clock)
      setSeconds(0)
    }
  }, [isWaiting])
  return isWaiting && seconds >= LONG_SECONDS ? seconds : null
}

interface TakesLongProps {
  isWaiting: boolean
  say?: 'takesLong' | 'takesLongShort' | 'takesLongCustomers'
}

export function TakesLong({ isWaiting, say = 'takesLong' }: TakesLongProps) {
  const seconds = useLongWait(isWaiting)
  return seconds === null ? null : (
    <Text role="status" className={styles.note!}>
      {t(TAKES_LONG_WORDS[say], { seconds })}
    </Text>
  )
}
