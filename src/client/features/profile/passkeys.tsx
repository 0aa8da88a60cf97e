import { useState } from 'react'
import { startRegistration } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import {
  type Passkey,
  removePasskey,
  renamePasskey,
  type SecondFactor,
  addPasskey,
  passkeyOptions,
} from '#contract/v1/second-factor.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { Button } from '#client/ui/core/button.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { currentPassword } from '#contract/v1/account.ts'
import { line } from '#contract/shapes.ts'
import { browserInWords } from '#domain/browsers.ts'
import type { Answer } from '#client/api/answers.ts'
import { Below, Line, Lines, Row, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { whatIsLeft, RemoveFactor } from './remove-factor.tsx'
import { FormDialog, CurrentPassword } from './form-dialog.tsx'

interface PasskeysProps {
  factor: SecondFactor
  changed: () => Promise<unknown>
}

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null

export function Passkeys({ factor, changed }: PasskeysProps) {
  const { call } = useAccess()
  const [asking, setAsking] = useState<Asking>(null)
  const supported = typeof PublicKeyCredential === 'function'
  const close = () => setAsking(null)
  const done = async (words: string) => {
    close()
    showSuccess(words)
    await changed()
  }
  return (
    <Below>
      <h3>{t('Passkeys')}</h3>
      <Soft>{t('Sign in with your fingerprint, face or device PIN instead of your password.')}</Soft>
      {factor.passkeys.length === 0 ? (
        <p>{t('No passkeys yet.')}</p>
      ) : (
        <Lines>
          {factor.passkeys.map((passkey) => (
            <OnePasskey
              key={passkey.passkeyID}
              passkey={passkey}
              onRename={() => setAsking({ what: 'rename', passkey })}
              onRemove={() => setAsking({ what: 'remove', passkey })}
            />
          ))}
        </Lines>
      )}
      {supported ? (
        <Row>
          <Button
            variant={factor.passkeys.length === 0 ? 'filled' : 'default'}
            onClick={() => setAsking({ what: 'add' })}
          >
            {t('Add a passkey')}
          </Button>
        </Row>
      ) : (
        <p>{t('This browser can’t make passkeys.')}</p>
      )}
      {asking?.what === 'add' ? <AddPasskey onClose={close} onDone={() => void done(t('Passkey added'))} /> : null}
      {asking?.what === 'rename' ? (
        <Rename passkey={asking.passkey} onClose={close} onDone={() => void done(t('Passkey renamed'))} />
      ) : null}
      {asking?.what === 'remove' ? (
        <RemoveFactor
          title={t('Remove {{name}}?', { name: asking.passkey.name })}
          why={t('It will no longer sign you in. Delete it on your device too.')}
          left={whatIsLeft(factor, 'passkey')}
          send={(currentPassword) => call(removePasskey, { passkeyID: asking.passkey.passkeyID, currentPassword })}
          onDone={() => void done(t('Passkey removed'))}
          onClose={close}
        />
      ) : null}
    </Below>
  )
}

function OnePasskey({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const { timeZone } = useAccess().profile.config
  const { name, createdAt, lastUsedAt, synced } = passkey
  return (
    <Line>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <Soft>
          {t('Added {{day}}', { day: formatDay(dayOf(new Date(createdAt), timeZone)) })},{' '}
          {lastUsedAt === null ? t('not used yet') : t('last used {{time}}', { time: formatDayAndTime(lastUsedAt) })}
        </Soft>
        {synced ? <Soft>{t('Synced to your other devices')}</Soft> : null}
      </div>
      <Row>
        <Button variant="default" aria-label={t('Rename {{name}}', { name })} onClick={onRename}>
          {t('Rename')}
        </Button>
        <Button variant="default" aria-label={t('Remove {{name}}', { name })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </Row>
    </Line>
  )
}

function Rename({
  passkey: { passkeyID, name },
  onClose,
  onDone,
}: {
  passkey: Passkey
  onClose: () => void
  onDone: () => void
}) {
  const { call } = useAccess()
  const { field, ...form } = useAnsweredForm({
    names: ['name'],
    schema: renamePasskey.input,
    input: (values) => ({ passkeyID, ...values }),
    send: (values) => call(renamePasskey, { passkeyID, ...values }),
    onDone,
  })
  return (
    <FormDialog title={t('Rename passkey')} form={form} submit={t('Save')} onClose={onClose}>
      <TextField
        label={t('Name')}
        description={t('To recognise it in the list.')}
        defaultValue={name}
        autoComplete="off"
        autoFocus
        {...field('name')}
      />
    </FormDialog>
  )
}

const ASKED = z.strictObject({ name: line, currentPassword })

function AddPasskey({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { call } = useAccess()
  const { field, ...form } = useAnsweredForm({
    names: ['name', 'currentPassword'],
    schema: ASKED,
    fieldOf: { password_wrong: 'currentPassword' },
    send: async (values) => {
      const options = await call(passkeyOptions, { currentPassword: values.currentPassword })
      if (options.kind !== 'ok') return options
      try {
        const response = await startRegistration({ optionsJSON: options.value.options as never })
        return await call(addPasskey, { name: values.name, response: response as never })
      } catch (failure) {
        return notMade(whyNotMade(failure))
      }
    },
    onDone,
  })
  return (
    <FormDialog
      title={t('Add a passkey')}
      about={<p>{t('Your browser will ask for your fingerprint, face or PIN.')}</p>}
      form={form}
      submit={t('Continue')}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        description={t('To recognise it in the list.')}
        defaultValue={browserInWords(navigator.userAgent) ?? t('My passkey')}
        autoComplete="off"
        {...field('name')}
      />
      <CurrentPassword field={field('currentPassword')} />
    </FormDialog>
  )
}

/** By the error names of the WebAuthn standard; a dismissed dialog is NotAllowedError. */
function whyNotMade(failure: unknown): string {
  const name = failure instanceof Error ? failure.name : ''
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.')
  return name === 'NotSupportedError' || name === 'ConstraintError' || name === 'SecurityError'
    ? t('This device can’t make a passkey. It needs a screen lock: fingerprint, face or PIN.')
    : t('No passkey was added. Please try again.')
}

/** Wraps the browser's refusal as an answer, so that it is shown where the server's are. */
const notMade = (message: string): Answer<never> => ({
  kind: 'refused',
  status: 422,
  problem: { code: 'passkey_refused', message },
  retryAfterMs: null,
})
