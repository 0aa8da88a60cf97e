import { Checkbox, Group, PasswordInput, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { TOKEN_NOUNS } from '#contract/token-scopes.ts'
import { createApiToken } from '#contract/v1/api-tokens.ts'
import { addDays } from '#domain/dates.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { LinkToCopy } from '#client/shells/link-to-copy.tsx'
import { useToday } from '#client/shells/today.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ACT_WORDS, NOUN_WORDS, NOUNS } from './scope-words.ts'

export type MadeToken = OutputOf<typeof createApiToken>
type TokenValues = {
  name: string
  scopes: string[]
  expiresOn: string
  addresses: string[]
  currentPassword: string
}

const A_YEAR = 365
const REQUIRED = ['name', 'currentPassword'] as const

interface ApiTokenCreateProps {
  onClose: () => void
  onMade: (token: MadeToken) => void
}

export function ApiTokenCreate({ onClose, onMade }: ApiTokenCreateProps) {
  const inAYear = addDays(useToday(), A_YEAR)
  return (
    <FormShell
      title={t('New API token')}
      endpoint={createApiToken}
      initial={{ name: '', scopes: [], expiresOn: inAYear, addresses: [], currentPassword: '' } as TokenValues}
      required={REQUIRED}
      labels={{
        name: t('Name'),
        scopes: t('It may'),
        expiresOn: t('Last day'),
        addresses: t('Only from these addresses'),
        currentPassword: t('Your current password'),
      }}
      done={t('API token added')}
      onClose={onClose}
      onSaved={onMade}
    >
      {(form) => <TokenFields form={form} />}
    </FormShell>
  )
}

function TokenFields({ form }: { form: Form<TokenValues> }) {
  return (
    <Fields>
      <Wide>
        <TextInput
          data-autofocus
          autoComplete="off"
          description={t('The program that will use it.')}
          {...form.getInputProps('name')}
        />
      </Wide>
      <Wide>
        <Checkbox.Group withAsterisk {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt="xs">
            {NOUNS.map((noun) => (
              <Group key={noun} gap="md">
                <Text span w="9rem">
                  {t(NOUN_WORDS[noun])}
                </Text>
                {TOKEN_NOUNS[noun].map((act) => (
                  <Checkbox
                    key={act}
                    value={`${noun}:${act}`}
                    label={t(ACT_WORDS[act])}
                    aria-label={`${t(NOUN_WORDS[noun])}: ${t(ACT_WORDS[act])}`}
                  />
                ))}
              </Group>
            ))}
          </Stack>
        </Checkbox.Group>
      </Wide>
      <DayInput description={t('Leave blank for no end.')} {...form.getInputProps('expiresOn')} />
      <Wide>
        <TagsInput
          description={t('Leave blank for anywhere. Press Enter after each.')}
          {...form.getInputProps('addresses')}
        />
      </Wide>
      <PasswordInput autoComplete="current-password" {...form.getInputProps('currentPassword')} />
    </Fields>
  )
}

/** The token is shown once, so only the button closes the dialog, not Escape or a tap outside. */
export function NewTokenShown({ made: { name, token }, onClose }: { made: MadeToken; onClose: () => void }) {
  return (
    <Dialog opened onClose={() => undefined} title={t('Copy this API token')}>
      <p>{t('It won’t be shown again. Anyone who has it can do what you ticked.')}</p>
      <LinkToCopy label={name} link={token} copied={t('API token copied')} />
      <Button onClick={onClose}>{t('I have saved it')}</Button>
    </Dialog>
  )
}
