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
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { currentPassword } from '#contract/v1/account.ts'
import { line } from '#contract/shapes.ts'
import { browserInWords } from '#domain/browsers.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAccess } from './access.tsx'
import { whatIsLeft, RemoveFactor } from './remove-factor.tsx'
import { FormDialog, CurrentPassword } from './form-dialog.tsx'
import styles from './profile-page.module.css'

interface PasskeysProps {
  factor: SecondFactor
  changed: () => Promise<unknown>
}

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null

export function Passkeys({ factor, changed }: PasskeysProps) {
  const { t } = useTranslation('profile')
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
    <div className={styles.part}>
      <h3 className={styles.subtitle}>{t('passkeys')}</h3>
      <p className={styles.soft}>{t('passkeysHow')}</p>
      {factor.passkeys.length === 0 ? (
        <p>{t('noPasskeys')}</p>
      ) : (
        <ul className={styles.list}>
          {factor.passkeys.map((passkey) => (
            <Row
              key={passkey.passkeyID}
              passkey={passkey}
              onRename={() => setAsking({ what: 'rename', passkey })}
              onRemove={() => setAsking({ what: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {supported ? (
        <div className={styles.acts}>
          <Button
            variant={factor.passkeys.length === 0 ? 'filled' : 'default'}
            onClick={() => setAsking({ what: 'add' })}
          >
            {t('addPasskey')}
          </Button>
        </div>
      ) : (
        <p>{t('passkeysUnsupported')}</p>
      )}
      {asking?.what === 'add' ? <AddPasskey onClose={close} onDone={() => void done(t('passkeyMade'))} /> : null}
      {asking?.what === 'rename' ? (
        <Rename passkey={asking.passkey} onClose={close} onDone={() => void done(t('renamed'))} />
      ) : null}
      {asking?.what === 'remove' ? (
        <RemoveFactor
          title={t('removePasskeyTitle', { name: asking.passkey.name })}
          why={t('removePasskeyWhy')}
          left={whatIsLeft(factor, 'passkey')}
          send={(currentPassword) => call(removePasskey, { passkeyID: asking.passkey.passkeyID, currentPassword })}
          onDone={() => void done(t('passkeyRemoved'))}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function Row({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const { t } = useTranslation('profile')
  const { timeZone } = useAccess().profile.config
  const { name, createdAt, lastUsedAt, synced } = passkey
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.soft}>
          {t('passkeyAdded', { day: formatDay(dayOf(new Date(createdAt), timeZone)) })},{' '}
          {lastUsedAt === null ? t('passkeyUnused') : t('passkeyUsed', { time: formatDayAndTime(lastUsedAt) })}
        </p>
        {synced ? <p className={styles.soft}>{t('synced')}</p> : null}
      </div>
      <div className={styles.rowActs}>
        <Button variant="default" aria-label={t('renameOf', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button variant="default" aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
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
  const { t } = useTranslation('profile')
  const { call } = useAccess()
  const { field, ...form } = useAnsweredForm({
    names: ['name'],
    schema: renamePasskey.input,
    input: (values) => ({ passkeyID, ...values }),
    send: (values) => call(renamePasskey, { passkeyID, ...values }),
    onDone,
  })
  return (
    <FormDialog title={t('renameTitle')} form={form} submit={t('save')} onClose={onClose}>
      <TextField
        label={t('passkeyName')}
        description={t('passkeyNameHow')}
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
  const { t } = useTranslation('profile')
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
