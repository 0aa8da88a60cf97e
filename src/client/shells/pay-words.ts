import { showDollars } from '#domain/money.ts'
import { t } from '#client/ui/core/texts.ts'

/** A driver's pay within a sentence, with the GST that the firm pays on top: "$4.00 + $0.40 GST". */
export function payWords(dollars: number, gst = 0): string {
  const amount = showDollars(Math.abs(dollars))
  return gst === 0 ? amount : t('{{amount}} + {{gst}} GST', { amount, gst: showDollars(Math.abs(gst)) })
}
