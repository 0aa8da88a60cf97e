import { Text } from '@mantine/core'
import { showDollars } from '#domain/money.ts'
import { t } from '#client/ui/core/texts.ts'

/** What a driver whose tax invoices the firm writes gets on top of the figure above it. */
export function GstOnTop({ dollars }: { dollars: number }) {
  return dollars === 0 ? null : (
    <Text component="div" c="dimmed" fz="sm">
      {t('+ {{amount}} GST', { amount: showDollars(dollars) })}
    </Text>
  )
}
