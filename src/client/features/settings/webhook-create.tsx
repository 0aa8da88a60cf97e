import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { createWebhook } from '#contract/v1/webhooks.ts'
import { WEBHOOK_KINDS, WEBHOOK_URL_MAX } from '#domain/webhooks.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { LinkToCopy } from '#client/shells/link-to-copy.tsx'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { t } from '#client/ui/core/texts.ts'
import { WEBHOOK_WORDS } from './webhook-words.ts'

export type MadeWebhook = OutputOf<typeof createWebhook>

interface WebhookCreateProps {
  onClose: () => void
  onMade: (webhook: MadeWebhook) => void
}

export function WebhookCreate({ onClose, onMade }: WebhookCreateProps) {
  return (
    <FormShell
      title={t('New webhook')}
      endpoint={createWebhook}
      initial={{ url: '', kinds: [] as string[], currentPassword: '' }}
      required={['url', 'currentPassword']}
      labels={{ url: t('Address'), kinds: t('Tell it of'), currentPassword: t('Your current password') }}
      done={t('Webhook added')}
      onClose={onClose}
      onSaved={onMade}
    >
      {(form) => (
        <>
          <TextInput
            data-autofocus
            type="url"
            autoComplete="off"
            maxLength={WEBHOOK_URL_MAX}
            placeholder="https://"
            description={t('Where the other program listens.')}
            {...form.getInputProps('url')}
          />
          <Checkbox.Group withAsterisk {...form.getInputProps('kinds')}>
            <Stack gap="xs" mt="xs">
              {WEBHOOK_KINDS.map((kind) => (
                <Checkbox key={kind} value={kind} label={t(WEBHOOK_WORDS[kind])} />
              ))}
            </Stack>
          </Checkbox.Group>
          <PasswordInput autoComplete="current-password" {...form.getInputProps('currentPassword')} />
        </>
      )}
    </FormShell>
  )
}

/** The secret is shown once, so only the button closes the dialog, not Escape or a tap outside. */
export function NewSecretShown({ made: { url, secret }, onClose }: { made: MadeWebhook; onClose: () => void }) {
  return (
    <Dialog opened onClose={() => undefined} title={t('Copy this secret')}>
      <p>{t('It won’t be shown again. With it the other program checks that a message comes from you.')}</p>
      <LinkToCopy label={url} link={secret} copied={t('Secret copied')} />
      <Button onClick={onClose}>{t('I have saved it')}</Button>
    </Dialog>
  )
}
