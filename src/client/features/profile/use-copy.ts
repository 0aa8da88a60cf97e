import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** Copies a text and shows whether that worked, because a page without HTTPS has no clipboard. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation('profile')
  const { t: app } = useTranslation('app')
  const write = async (text: string) => navigator.clipboard.writeText(text)
  return (text) =>
    void write(text).then(
      () => showSuccess(t('copied')),
      () => showFailure(app('errorOccurred'), t('copyFailed')),
    )
}
