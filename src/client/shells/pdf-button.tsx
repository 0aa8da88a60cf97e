import { useState } from 'react'
import { Button } from '@mantine/core'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { saveFile } from './csv-export.ts'
import { useCommand } from './use-command.ts'

export function usePdf(): <E extends Endpoint>(endpoint: E, input: CallOf<E>, name: string) => Promise<void> {
  const command = useCommand()
  return async (endpoint, input, name) => {
    const answer = await command(endpoint, input)
    if (answer.kind === 'ok' && (answer.value as unknown) instanceof Blob) saveFile(name, answer.value as Blob)
  }
}

interface PdfButtonProps<E extends Endpoint> {
  endpoint: E
  input: CallOf<E>
  /** The file's: `INV-000123.pdf`. */
  name: string
  label: string
  /** What it is of, where several are on one page. */
  owner?: string
}

export function PdfButton<E extends Endpoint>({ endpoint, input, name, label, owner }: PdfButtonProps<E>) {
  const save = usePdf()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="default"
      loading={busy}
      aria-label={owner}
      onClick={() => {
        setBusy(true)
        void save(endpoint, input, name).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}
