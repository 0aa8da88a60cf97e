import { useState } from 'react'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { type Admin, createAdmin, deleteAdmin, getAdmin, inviteAdmin, updateAdmin } from '#contract/v1/admins.ts'
import { officeUserOf } from '#contract/office-access.ts'
import { type OfficeRole, OFFICE_ROLES } from '#domain/office-roles.ts'
import { resetSecondFactor } from '#contract/v1/second-factor.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { DepotSelect } from '#client/shells/depots.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { AccountNotice, NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { OFFICE_ROLE_WORDS } from '#client/shells/role.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

type UserValues = { firstName: string; lastName: string; email: string; officeRole: OfficeRole; depotID: string }
/** A new user gets the least that most of an office needs. */
const NEW_USER: UserValues = { firstName: '', lastName: '', email: '', officeRole: 'OFFICE', depotID: '' }
const REQUIRED = ['firstName', 'lastName', 'email'] as const
const valuesOf = (user: Admin): UserValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  officeRole: officeUserOf(user).officeRole,
  depotID: user.depotID ?? '',
})
/** An owner sees every depot. */
const inputOf = (values: UserValues) => ({ ...values, depotID: values.officeRole === 'OWNER' ? '' : values.depotID })

const MAY = sentences({
  OWNER: 'Everything, also who signs in to the office.',
  OFFICE: 'Everything but users, API tokens and webhooks.',
  ACCOUNTS: 'Customers and money. Sees runs. No settings.',
  DISPATCHER: 'Runs and customers, with their balance. No invoices, payments, reports or settings.',
  READ_ONLY: 'Sees everything but users. Changes nothing.',
}) satisfies Record<OfficeRole, string>

function userLabels() {
  return {
    firstName: t('Name'),
    lastName: t('Family name'),
    email: t('Email'),
    officeRole: t('Role'),
    depotID: t('Sees'),
  }
}

function UserFields({ form }: { form: Form<UserValues> }) {
  return (
    <Fields>
      <TextInput data-autofocus autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput autoComplete="off" {...form.getInputProps('lastName')} />
      <Wide>
        <TextInput
          description={t('For the invitation and signing in.')}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
      </Wide>
      <Wide>
        <Select
          data={OFFICE_ROLES.map((role) => ({ value: role, label: t(OFFICE_ROLE_WORDS[role]) }))}
          description={t(MAY[form.getValues().officeRole])}
          allowDeselect={false}
          {...form.getInputProps('officeRole')}
        />
      </Wide>
      {form.getValues().officeRole === 'OWNER' ? null : (
        <Wide>
          <DepotSelect
            none={t('Every depot')}
            description={t('With one depot: its suburbs, customers, drivers and runs, and nothing of the whole firm.')}
            {...form.getInputProps('depotID')}
          />
        </Wide>
      )}
    </Fields>
  )
}

export function UserCreate({ onClose }: { onClose: () => void }) {
  return (
    <FormShell
      title={t('New user')}
      endpoint={createAdmin}
      initial={NEW_USER}
      required={REQUIRED}
      toInput={inputOf}
      labels={userLabels()}
      done={t('User added. Sending the invitation')}
      mails
      onClose={onClose}
    >
      {(form) => (
        <>
          <NoMailServer when="before" />
          <UserFields form={form} />
        </>
      )}
    </FormShell>
  )
}

export function UserEdit({ adminID, onClose }: { adminID: string; onClose: () => void }) {
  const { profile, refreshProfile } = useOffice()
  const hasMailServer = useHasMailServer()
  const labels = userLabels()
  const { data: admin, latest } = useEdited(getAdmin, { adminID }, valuesOf)
  const [asking, setAsking] = useState<'delete' | 'invite' | 'reset' | null>(null)
  const close = () => setAsking(null)
  if (admin === undefined) return null
  const isMe = adminID === profile.userID
  return (
    <>
      <FormShell
        title={t('Edit {{name}}', { name: admin.fullName })}
        endpoint={updateAdmin}
        fixed={{ adminID }}
        initial={valuesOf(admin)}
        required={REQUIRED}
        toInput={inputOf}
        editing={{ version: admin.version, latest }}
        labels={labels}
        done={t('User saved')}
        onClose={onClose}
        onSaved={() => {
          if (isMe) void refreshProfile?.()
          onClose()
        }}
      >
        {(form) => (
          <>
            <UserFields form={form} />
            <AccountNotice before={admin.email} email={form.getValues().email} />
            <Group justify="space-between">
              {admin.invited ? (
                <Button variant="default" onClick={() => setAsking('invite')}>
                  {t('Resend invitation')}
                </Button>
              ) : (
                <span />
              )}
              <Group>
                {isMe ? null : (
                  <Button variant="default" onClick={() => setAsking('reset')}>
                    {t('Reset second step')}
                  </Button>
                )}
                <Button variant="default" onClick={() => setAsking('delete')}>
                  {t('Delete')}
                </Button>
              </Group>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={asking === 'delete'}
        question={t('Delete {{name}}?', { name: admin.fullName })}
        confirm={t('Delete')}
        danger
        endpoint={deleteAdmin}
        input={{ adminID }}
        ifMatch={admin.version}
        done={t('User deleted')}
        onClose={close}
        onDone={onClose}
      >
        <p>
          {isMe
            ? t('This is you: you’ll be signed out and can’t sign in again.')
            : t('They’re signed out everywhere straight away. Their name stays in the history.')}
        </p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'invite'}
        question={t('Invite {{name}} again?', { name: admin.fullName })}
        confirm={t('Resend invitation')}
        endpoint={inviteAdmin}
        input={{ adminID }}
        done={t('Sending the invitation')}
        mails
        onClose={close}
      >
        <p>
          {hasMailServer
            ? t('A new email goes to {{email}}. The earlier link stops working.', { email: admin.email })
            : t('The new link is kept under Settings, Emails. The earlier one stops working.')}
        </p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'reset'}
        question={t('Reset {{name}}’s second step?', { name: admin.fullName })}
        confirm={t('Reset second step')}
        danger
        endpoint={resetSecondFactor}
        input={{ userID: adminID }}
        done={t('Second step reset')}
        otherwise={{
          wrong_state: () =>
            showFailure(t('An error occurred.'), t('{{name}} has no second step.', { name: admin.fullName })),
        }}
        onClose={close}
      >
        <p>
          {t(
            'For a lost phone or security key. {{name}}’s passkeys, authenticator app and recovery codes stop working, and they’re signed out everywhere. After that the password alone is enough, so make sure it’s really {{name}} asking.',
            { name: admin.fullName },
          )}
          {hasMailServer ? ` ${t('They’re told by email.')}` : null}
        </p>
        <NoMailServer when="with" />
      </ConfirmCommand>
    </>
  )
}
