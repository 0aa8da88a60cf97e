import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

/** Copies a text and shows whether that worked, because a page without HTTPS has no clipboard. */
export function useCopy(): (text: string) => void {
  const write = async (text: string) => navigator.clipboard.writeText(text)
  return (text) =>
    void write(text).then(
      () => showSuccess(t('Copied.')),
      () => showFailure(t('An error occurred.'), t('Couldn’t copy. Please select it yourself.')),
    )
}
