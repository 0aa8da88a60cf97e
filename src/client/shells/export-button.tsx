import { useRef, useState } from 'react'
import { Button } from '@mantine/core'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { exportCsv, saveCsv } from './csv-export.ts'
import { useOffice } from './office.tsx'

interface ExportButtonProps<Row> {
  endpoint: Endpoint
  query: Readonly<Record<string, unknown>>
  columns: readonly Column<Row>[]
  /** The name has no extension. */
  fileName: string
}

export function ExportButton<Row>({ endpoint, query, columns, fileName }: ExportButtonProps<Row>) {
  const { call } = useOffice()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const stop = useRef<AbortController | null>(null)
  const start = async () => {
    const abort = (stop.current = new AbortController())
    setProgress({ done: 0, total: 0 })
    const text = await exportCsv({
      call,
      endpoint,
      query,
      columns,
      onProgress: (done, total) => setProgress({ done, total }),
      signal: abort.signal,
    })
    setProgress(null)
    if (text !== null) saveCsv(`${fileName}.csv`, text)
    else if (!abort.signal.aborted)
      showFailure(t('An error occurred.'), t('Couldn’t finish the export. Please try again.'))
  }
  if (progress === null) {
    return (
      <Button variant="default" onClick={() => void start()}>
        {t('Export CSV')}
      </Button>
    )
  }
  return (
    <Button variant="default" onClick={() => stop.current?.abort()}>
      <span role="status">{t('Exporting {{done}} of {{total}}', progress)}</span> · {t('Stop')}
    </Button>
  )
}
