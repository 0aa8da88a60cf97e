import { useEffect, useState } from 'react'
import { type TimeAsked, type TimeOfDay, timeOfDay } from './time-of-day.ts'

/**
 * The business's time when the page was opened; undefined: being worked out, beside the page.
 * @param now the server's, not the phone's, which may be wrong
 */
export function useTimeOfDay(now: Date, timeZone: string): TimeOfDay | undefined {
  const [openedAt] = useState(now.getTime())
  const [time, setTime] = useState<TimeOfDay | undefined>(undefined)
  useEffect(() => {
    const asked: TimeAsked = { now: openedAt, timeZone }
    const worker = new Worker(new URL('./day-worker.ts', import.meta.url), { type: 'module', name: 'day' })
    const tell = (answer: TimeOfDay) => {
      setTime(answer)
      worker.terminate()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<TimeOfDay>) => tell(data))
    worker.addEventListener('error', () => tell(timeOfDay(asked)))
    worker.postMessage(asked)
    return () => worker.terminate()
  }, [openedAt, timeZone])
  return time
}
