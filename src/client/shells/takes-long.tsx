import { useEffect, useState } from 'react'
import { Text } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './takes-long.module.css'

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
  const { t } = useTranslation('shells')
  const seconds = useLongWait(isWaiting)
  return seconds === null ? null : (
    <Text role="status" className={styles.note!}>
      {t(say, { seconds })}
    </Text>
  )
}
