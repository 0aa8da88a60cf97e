import { NativeSelect, Textarea } from '@mantine/core'
import { noteCall } from '#contract/v1/customer-timeline.ts'
import { CALL_RESULTS } from '#domain/timeline.ts'
import { t } from '#client/ui/core/texts.ts'
import { FormShell } from './form-shell.tsx'
import { CALL_RESULT_WORDS } from './call-results.ts'

interface CallDialogProps {
  customer: { readonly customerID: string; readonly fullName: string }
  /** The stop that no driver reached, if the call is about it. */
  assignmentID?: string
  onClose: () => void
}

/** Notes a phone call with a customer. */
export function CallDialog({ customer: { customerID, fullName }, assignmentID, onClose }: CallDialogProps) {
  return (
    <FormShell
      title={t('Note a call: {{name}}', { name: fullName })}
      as="dialog"
      endpoint={noteCall}
      fixed={{ customerID, ...(assignmentID !== undefined && { assignmentID }) }}
      initial={{ answered: 'spoke', note: '' }}
      required={['answered']}
      labels={{ answered: t('Result'), note: t('Note') }}
      done={t('Call noted')}
      submit={t('Note call')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            data={CALL_RESULTS.map((result) => ({ value: result, label: t(CALL_RESULT_WORDS[result]) }))}
            data-autofocus
            {...form.getInputProps('answered')}
          />
          <Textarea rows={3} resize="vertical" {...form.getInputProps('note')} />
        </>
      )}
    </FormShell>
  )
}
