import { useState } from 'react'
import { Button } from '@mantine/core'
import type { PartCustomer } from '#client/shells/office-feature.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type Entry, EntryForm } from './entry-form.tsx'

const LABELS = { payment: 'recordPayment', goodwill: 'goodwill', refund: 'refund' } as const

export function CustomerPaymentActs({ customer }: { customer: PartCustomer }) {
  const { t } = useTranslation('transactions')
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
