import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { type Customer, getCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { customerCan } from '#domain/customers.ts'
import { Facts } from '#client/shells/facts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CustomerPhotos } from './customer-photos.tsx'

/** Notes and photos for the office and the drivers. */
export function CustomerNotes({ customer, fetchPhoto }: { customer: Customer; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('customers')
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button variant="default" onClick={() => setEditing(true)}>
      {t('editNotes')}
    </Button>
  )
  return (
    <>
      <Facts
        title={t('notes')}
        right={customerCan(customer.status, 'edit') ? edit : null}
        facts={[
          { label: t('notes'), value: customer.notes, wide: true },
          { label: t('adminNotes'), value: customer.adminNotes, wide: true },
        ]}
      />
      <CustomerPhotos customer={customer} fetchPhoto={fetchPhoto} />
      {editing ? <NotesEdit customer={customer} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

const valuesOf = ({ notes, adminNotes }: Customer) => ({ notes: notes ?? '', adminNotes: adminNotes ?? '' })

function NotesEdit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const latest = useLatest(getCustomer, { customerID: customer.customerID }, valuesOf)
  return (
    <FormShell
      title={t('notesTitle', { name: customer.fullName })}
      as="dialog"
      endpoint={updateCustomer}
      fixed={{ customerID: customer.customerID }}
      initial={valuesOf(customer)}
      required={[]}
      editing={{ version: customer.version, latest }}
      labels={{ notes: t('notes'), adminNotes: t('adminNotes') }}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Textarea label={t('notes')} rows={3} resize="vertical" data-autofocus {...form.getInputProps('notes')} />
          <Textarea label={t('adminNotes')} rows={3} resize="vertical" {...form.getInputProps('adminNotes')} />
        </>
      )}
    </FormShell>
  )
}
