import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { importProgress } from '#contract/v1/imports.ts'
import { useOffice } from '#client/shells/office.tsx'

export type ImportProgress = OutputOf<typeof importProgress>

const EVERY_MS = 1000

/**
 * The progress of an import, polled until it has ended; 'unknown' when there is none with that ID.
 * @param sending its file may still be uploading: the server may not know it yet
 */
export function useImportProgress(importID: string | null, sending: boolean): ImportProgress | 'unknown' | null {
  const { call } = useOffice()
  const [progress, setProgress] = useState<ImportProgress | 'unknown' | null>(null)
  useEffect(() => {
    if (importID === null) return
    const abort = new AbortController()
    let clock: ReturnType<typeof setTimeout> | undefined
    // Not a query: "not found" is no error before the file has arrived.
    const look = async () => {
      const answer = await call(importProgress, { importID }, { signal: abort.signal })
      if (abort.signal.aborted) return
      if (answer.kind === 'ok') {
        setProgress(answer.value)
        if (answer.value.state !== 'running') return
      } else if (answer.kind === 'refused' && !sending && answer.status < 500) return setProgress('unknown')
      clock = setTimeout(() => void look(), EVERY_MS)
    }
    // While the file is uploading there is no progress yet.
    clock = setTimeout(() => void look(), sending ? EVERY_MS : 0)
    return () => {
      abort.abort()
      clearTimeout(clock)
    }
  }, [call, importID, sending])
  return typeof progress === 'string' || progress?.importID === importID ? progress : null
}
