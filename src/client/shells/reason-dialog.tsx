import type { ReactNode } from 'react'
import { Textarea } from '@mantine/core'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormShell } from './form-shell.tsx'

interface ReasonDialogProps<E extends Endpoint> {
  title: string
  endpoint: E
  /** The path parameters and the version the user saw. */
  fixed: Readonly<Record<string, unknown>>
  label: string
  required?: boolean
  done: string
  submit: string
  leave?: string
  ends?: Endpoint
  disabled?: boolean
  danger?: boolean
  onClose: () => void
  children: ReactNode
}

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
      labels={{ reason: label }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {children}
          <Textarea rows={2} resize="vertical" data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}
