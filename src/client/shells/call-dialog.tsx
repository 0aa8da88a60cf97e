import { NativeSelect, Textarea } from '@mantine/core'
import { noteCall } from '#contract/v1/customer-timeline.ts'
import { CALL_RESULTS } from '#domain/timeline.ts'
import { FormShell } from './form-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface CallDialogProps {
  customer: { readonly customerID: string; readonly fullName: string }
  /** The stop that no driver reached, if the call is about it. */
  assignmentID?: string
  onClose: () => void
}

/** Notes a phone call with a customer. */
export function CallDialog({ customer: { customerID, fullName }, assignmentID, onClose }: CallDialogProps) {
  const { t } = useTranslation('shells')
  return (
    <FormShell
      title={t('noteCallTitle', { name: fullName })}
      as="dialog"
      endpoint={noteCall}
      fixed={{ customerID, ...(assignmentID !== undefined && { assignmentID }) }}
      initial={{ answered: 'spoke', note: '' }}
      required={['answered']}
      editing={null}
      labels={{ answered: t('callResult'), note: t('callNote') }}
      done={t('callNoted')}
      submit={t('noteCall')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            label={t('callResult')}
            data={CALL_RESULTS.map((result) => ({ value: result, label: t(`callResult-${result}`) }))}
            data-autofocus
            {...form.getInputProps('answered')}
          />
          <Textarea label={t('callNote')} rows={3} resize="vertical" {...form.getInputProps('note')} />
        </>
      )}
    </FormShell>
  )
}
