import { useState } from 'react'
import { Button, Group, TextInput } from '@mantine/core'
import { type Admin, createAdmin, deleteAdmin, getAdmin, inviteAdmin, updateAdmin } from '#contract/v1/admins.ts'
import { resetSecondFactor } from '#contract/v1/second-factor.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { useEdited } from '#client/shells/use-edited.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

type UserValues = { firstName: string; lastName: string; email: string }
const NEW_USER: UserValues = { firstName: '', lastName: '', email: '' }
const REQUIRED = ['firstName', 'lastName', 'email'] as const
const valuesOf = ({ firstName, lastName, email }: Admin): UserValues => ({ firstName, lastName, email })

function useLabels() {
  const { t } = useTranslation('settings')
  return { firstName: t('users.firstName'), lastName: t('users.lastName'), email: t('users.email') }
}

function UserFields({ form }: { form: Form<UserValues> }) {
  const { t } = useTranslation('settings')
  const labels = useLabels()
  return (
    <Fields>
      <TextInput
        label={labels.firstName}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('firstName')}
      />
      <TextInput label={labels.lastName} withAsterisk autoComplete="off" {...form.getInputProps('lastName')} />
      <Wide>
        <TextInput
          label={labels.email}
          description={t('users.emailHow')}
          type="email"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('email')}
        />
      </Wide>
    </Fields>
  )
}

export function UserCreate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <FormShell
      title={t('users.new')}
      endpoint={createAdmin}
      fixed={{}}
      initial={NEW_USER}
      required={REQUIRED}
      editing={null}
      labels={useLabels()}
      done={t('users.created')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <UserFields form={form} />}
    </FormShell>
  )
}

export function UserEdit({ adminID, onClose }: { adminID: string; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const { profile, refreshProfile } = useOffice()
  const labels = useLabels()
  const command = useCommand()
  const { data: admin, latest } = useEdited(getAdmin, { adminID }, valuesOf)
  const [asking, setAsking] = useState<'delete' | 'reset' | null>(null)
  const close = () => setAsking(null)
  if (admin === undefined) return null
  const isMe = adminID === profile.userID
  return (
    <>
      <FormShell
        title={t('users.edit', { name: admin.fullName })}
        endpoint={updateAdmin}
        fixed={{ adminID }}
        initial={valuesOf(admin)}
        required={REQUIRED}
        editing={{ version: admin.version, latest }}
        labels={labels}
        done={t('users.saved')}
        onClose={onClose}
        onSaved={() => {
          if (isMe) void refreshProfile?.()
          onClose()
        }}
      >
        {(form) => (
          <>
            <UserFields form={form} />
            <Group justify="space-between">
              {admin.invited ? (
                <Button
                  variant="default"
                  onClick={() => void command(inviteAdmin, { adminID }, { done: t('users.inviteAgain'), mails: true })}
                >
                  {t('users.invite')}
                </Button>
              ) : (
                <span />
              )}
              <Group>
                {isMe ? null : (
                  <Button variant="default" onClick={() => setAsking('reset')}>
                    {t('users.resetFactor')}
                  </Button>
                )}
                <Button variant="default" onClick={() => setAsking('delete')}>
                  {t('users.delete')}
                </Button>
              </Group>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={asking === 'delete'}
        question={t('users.deleteQuestion', { name: admin.fullName })}
        cancel={t('cancel')}
        confirm={t('users.delete')}
        danger
        endpoint={deleteAdmin}
        input={{ adminID }}
        ifMatch={admin.version}
        done={t('users.deleted')}
        onClose={close}
        onDone={onClose}
      >
        <p>{isMe ? t('users.deleteYou') : t('users.deleteWhy')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'reset'}
        question={t('users.resetFactorQuestion', { name: admin.fullName })}
        cancel={t('cancel')}
        confirm={t('users.resetFactor')}
        danger
        endpoint={resetSecondFactor}
        input={{ userID: adminID }}
        done={t('users.factorReset')}
        otherwise={{
          wrong_state: () => showFailure(t('errorOccurred'), t('users.noFactor', { name: admin.fullName })),
        }}
        onClose={close}
        onDone={close}
      >
        <p>{t('users.resetFactorWhy', { name: admin.fullName })}</p>
      </ConfirmCommand>
    </>
  )
}
