import { useState } from 'react'
import { NativeSelect, TextInput } from '@mantine/core'
import { LINE_MAX } from '#domain/limits.ts'
import { t } from '#client/ui/core/texts.ts'

interface AccountFieldProps {
  accounts: readonly string[]
  /** Null: none is chosen yet. */
  account: string | null
  onChange: (account: string) => void
}

/** This value can't be an account's name, which has no spaces around it. */
const OTHER = ' other '
const NONE_YET = ' none '

/** The account of a file that does not name it. */
export function AccountField({ accounts, account, onChange }: AccountFieldProps) {
  const isNew = account !== null && !accounts.includes(account)
  const [typing, setTyping] = useState(isNew)
  const [name, setName] = useState(isNew ? account : '')
  return (
    <>
      {accounts.length === 0 ? null : (
        <NativeSelect
          label={t('Bank account')}
          description={t('This file doesn’t say which account it’s from. Choose the same one each time.')}
          withAsterisk
          maw="24rem"
          value={typing ? OTHER : (account ?? NONE_YET)}
          data={[
            ...(account === null && !typing ? [{ value: NONE_YET, label: t('Choose one') }] : []),
            ...accounts.map((value) => ({ value, label: value || t('Not named') })),
            { value: OTHER, label: t('Another account') },
          ]}
          onChange={({ currentTarget: { value } }) => {
            setTyping(value === OTHER)
            if (value !== OTHER && value !== NONE_YET) onChange(value)
          }}
        />
      )}
      {accounts.length === 0 || typing ? (
        <TextInput
          label={t(accounts.length === 0 ? 'Bank account' : 'Name of the account')}
          description={t(
            accounts.length === 0
              ? 'This file doesn’t say which account it’s from. Fill in only if you have more than one.'
              : 'For example its number.',
          )}
          maw="24rem"
          maxLength={LINE_MAX}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={() => (name.trim() !== '' || accounts.length === 0) && onChange(name.trim())}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      ) : null}
    </>
  )
}
