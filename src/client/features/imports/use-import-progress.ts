import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { importProgress } from '#contract/v1/imports.ts'
import { useOffice } from '#client/shells/office.tsx'

export type ImportProgress = OutputOf<typeof importProgress>

const EVERY_MS = 1000

/**
 * How far an import is, asked again until it has ended; 'unknown' when there is none of that id.
 * @param sending its file may still be on its way: the server need not know it yet
 */
export function useImportProgress(importID: string | null, sending: boolean): ImportProgress | 'unknown' | null {
  const { call } = useOffice()
  const [progress, setProgress] = useState<ImportProgress | 'unknown' | null>(null)
  useEffect(() => {
    if (importID === null) return
    const abort = new AbortController()
    let clock: ReturnType<typeof setTimeout> | undefined
    // Not a query: before the file has arrived "not found" is no error.
    const look = async () => {
      const answer = await call(importProgress, { importID }, { signal: abort.signal })
      if (abort.signal.aborted) return
      if (answer.kind === 'ok') {
        setProgress(answer.value)
        if (answer.value.state !== 'running') return
      } else if (answer.kind === 'refused' && !sending && answer.status < 500) return setProgress('unknown')
      clock = setTimeout(() => void look(), EVERY_MS)
    }
    // While the file is on its way there is nothing to see yet.
    clock = setTimeout(() => void look(), sending ? EVERY_MS : 0)
    return () => {
      abort.abort()
      clearTimeout(clock)
    }
  }, [call, importID, sending])
  return typeof progress === 'string' || progress?.importID === importID ? progress : null
}
