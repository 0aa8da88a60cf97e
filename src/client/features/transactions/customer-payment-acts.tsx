import { useState } from 'react'
import { Button } from '@mantine/core'
import type { PartCustomer } from '#client/shells/office-feature.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { type Entry, EntryForm } from './entry-form.tsx'

const LABELS = sentences({ payment: 'Record payment', goodwill: 'Goodwill credit', refund: 'Refund' })

export function CustomerPaymentActs({ customer }: { customer: PartCustomer }) {
  const [entry, setEntry] = useState<Entry | null>(null)
  return (
    <>
      {(Object.keys(LABELS) as Entry[]).map((one) => (
        <Button key={one} variant={one === 'payment' ? 'filled' : 'default'} onClick={() => setEntry(one)}>
          {t(LABELS[one])}
        </Button>
      ))}
      {entry === null ? null : <EntryForm entry={entry} customer={customer} onClose={() => setEntry(null)} />}
    </>
  )
}
