import { useEffect, useState } from 'react'
import { dayOf, type Day } from '#domain/dates.ts'
import { useOffice } from './office.tsx'

const LOOK_EVERY_MS = 60_000

/** The current day in the business's time zone; it changes at midnight. */
export function useToday(): Day {
  const { timeZone } = useOffice().profile.config
  const [today, setToday] = useState(() => dayOf(new Date(), timeZone))
  useEffect(() => {
    const clock = setInterval(() => setToday(dayOf(new Date(), timeZone)), LOOK_EVERY_MS)
    return () => clearInterval(clock)
  }, [timeZone])
  return today
}
