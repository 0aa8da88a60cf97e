import { Button, Group, TextInput } from '@mantine/core'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** A link to pass on, which is selected by a tap: a page without HTTPS has no clipboard. */
export function LinkToCopy({ label, link }: { label: string; link: string }) {
  const { t } = useTranslation('shells')
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link)
      showSuccess(t('linkCopied'))
    } catch {
      showFailure(t('errorOccurred'), t('copyFailed'))
    }
  }
  return (
    <Group align="end">
      <TextInput
        label={label}
        value={link}
        readOnly
        flex={1}
        miw={200}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button onClick={() => void copy()}>{t('copy')}</Button>
    </Group>
  )
}
