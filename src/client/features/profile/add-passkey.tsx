import { startRegistration } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { addPasskey, passkeyOptions } from '#contract/v1/second-factor.ts'
import { currentPassword } from '#contract/v1/account.ts'
import { line } from '#contract/shapes.ts'
import { browserInWords } from '#domain/browsers.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/core/field.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { CurrentPassword, FormDialog } from './form-dialog.tsx'

const ASKED = z.strictObject({ name: line, currentPassword })

/** Asks for name and password, then runs the browser's passkey dialog, then stores the passkey. */
export function AddPasskey({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const { call } = useAccess()
  const { field, ...form } = useAnsweredForm({
    names: ['name', 'currentPassword'],
    schema: ASKED,
    fieldOf: { password_wrong: 'currentPassword' },
    send: async (values) => {
      const asked = await call(passkeyOptions, { currentPassword: values.currentPassword })
      if (asked.kind !== 'ok') return asked
      try {
        const response = await startRegistration({ optionsJSON: asked.value.options as never })
        return await call(addPasskey, { name: values.name, response: response as never })
      } catch (failure) {
        return notMade(t(wordsOf(failure)))
      }
    },
    onDone,
  })
  return (
    <FormDialog
      title={t('addPasskey')}
      about={<p>{t('addPasskeyHow')}</p>}
      form={form}
      submit={t('goOn')}
      onClose={onClose}
    >
      <TextField
        label={t('passkeyName')}
        description={t('passkeyNameHow')}
        defaultValue={browserInWords(navigator.userAgent) ?? t('passkeyNameUsual')}
        autoComplete="off"
        {...field('name')}
      />
      <CurrentPassword field={field('currentPassword')} />
    </FormDialog>
  )
}

/** By the error names of the WebAuthn standard; a dismissed dialog is NotAllowedError. */
function wordsOf(failure: unknown): 'passkeyHere' | 'passkeyImpossible' | 'passkeyStopped' {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'InvalidStateError') return 'passkeyHere'
  return name === 'NotSupportedError' || name === 'ConstraintError' || name === 'SecurityError'
    ? 'passkeyImpossible'
    : 'passkeyStopped'
}

/** Wraps the browser's refusal as an answer, so that it is shown where the server's are. */
const notMade = (message: string): Answer<never> => ({
  kind: 'refused',
  status: 422,
  problem: { code: 'passkey_refused', message },
  retryAfterMs: null,
})
