import { useState } from 'react'
import { confirmTotp } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/core/button.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { t } from '#client/ui/core/texts.ts'

interface CodeStepProps {
  send: (code: string) => Promise<Answer<unknown>>
  onBack: () => void
  /** Without an authenticator app only recovery codes can replace the passkey. */
  recoveryOnly?: boolean
}

/** The second step of a sign-in by password: an authenticator's code, or a recovery code. */
export function CodeStep({ send, onBack, recoveryOnly = false }: CodeStepProps) {
  const [recovery, setRecovery] = useState(recoveryOnly)
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['code'],
    schema: confirmTotp.input,
    fieldOf: { code_wrong: 'code' },
    send: ({ code }) => send(code),
    onDone: () => undefined,
  })
  return (
    <>
      {/* Each kind of code has its own field, so that text typed for one is not sent as the other. */}
      <Form key={String(recovery)} onSubmit={onSubmit} submit={t('Sign in')} busy={busy} error={error}>
        <TextField
          label={t(recovery ? 'Recovery code' : 'Code from your authenticator app')}
          description={t(
            recovery ? 'One of the ten you saved. Each works once.' : 'Six digits. They change every 30 seconds.',
          )}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
          {...field('code')}
        />
      </Form>
      {recoveryOnly ? null : (
        <Button variant="subtle" onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'Use the authenticator app instead' : 'Use a recovery code instead')}
        </Button>
      )}
      <Button variant="default" onClick={onBack}>
        {t('Back')}
      </Button>
    </>
  )
}
