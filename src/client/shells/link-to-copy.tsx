import { Button, Group, TextInput } from '@mantine/core'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

interface LinkToCopyProps {
  label: string
  link: string
  /** Said once it is copied. */
  copied?: string
}

/** A link or token to pass on, which is selected by a tap: a page without HTTPS has no clipboard. */
export function LinkToCopy({ label, link, copied = t('Link copied') }: LinkToCopyProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link)
      showSuccess(copied)
    } catch {
      showFailure(t('An error occurred.'), t('Couldn’t copy. Please select it yourself.'))
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
      <Button onClick={() => void copy()}>{t('Copy')}</Button>
    </Group>
  )
}
