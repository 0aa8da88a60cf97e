import type { ReactNode } from 'react'
import { Textarea } from '@mantine/core'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormShell } from './form-shell.tsx'

interface ReasonDialogProps<E extends Endpoint> {
  title: string
  endpoint: E
  /** What it is done to, and what was seen of it. */
  fixed: Readonly<Record<string, unknown>>
  /** What the reason's box is called. */
  label: string
  /** Without a reason it is not done. */
  required?: boolean
  done: string
  submit: string
  danger?: boolean
  onClose: () => void
  /** What it means, said before. */
  children: ReactNode
}

/** One act on one thing, and why. */
export function ReasonDialog<E extends Endpoint>({
  label,
  required = true,
  onClose,
  children,
  ...act
}: ReasonDialogProps<E>) {
  return (
    <FormShell
      {...act}
      as="dialog"
      initial={{ reason: '' }}
      required={required ? ['reason'] : []}
      editing={null}
      labels={{ reason: label }}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          {children}
          <Textarea
            label={label}
            withAsterisk={required}
            rows={2}
            resize="vertical"
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormShell>
  )
}
