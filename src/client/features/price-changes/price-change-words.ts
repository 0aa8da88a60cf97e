import type { ListedPriceChange } from '#contract/v1/price-changes.ts'
import { showDollars } from '#domain/money.ts'
import type { PriceChangeState } from '#domain/price-changes.ts'
import { collectionWords } from '#domain/scheme-words.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

export const PRICE_STATE_WORDS = sentences({
  draft: 'Draft',
  announced: 'Announced',
  applied: 'In force',
  cancelled: 'Cancelled',
  dropped: 'Dropped',
}) satisfies Record<PriceChangeState, string>

/** It was announced, and does not apply any more. */
export const isOver = ({ state, announcedAt }: Pick<ListedPriceChange, 'state' | 'announcedAt'>): boolean =>
  announcedAt !== null && (state === 'cancelled' || state === 'dropped')

export const PRICE_STATE_TONES = {
  draft: 'rest',
  announced: 'warn',
  applied: 'good',
  cancelled: 'rest',
  dropped: 'rest',
} as const

/** "to $27.50", "$2.50 more", "5% more". */
export function ruleInWords({ to, by, percent }: Pick<ListedPriceChange, 'to' | 'by' | 'percent'>): string {
  if (to !== null) return t('to {{price}}', { price: showDollars(to) })
  const size = by ?? percent ?? 0
  const amount = by === null ? `${Math.abs(size)}%` : showDollars(Math.abs(size))
  return t(size < 0 ? '{{amount}} less' : '{{amount}} more', { amount })
}

/** The package or the group: "Garden bag", "Wattle Grove, run 2". */
export function groupInWords(change: ListedPriceChange): string {
  const { servicePackage, productID, suburb, suburbID, runNumber, weekNumber, collectionScheme } = change
  const parts = [
    servicePackage ?? (productID === null ? null : t('a deleted service')),
    suburb ?? (suburbID === null ? null : t('a deleted suburb')),
    runNumber === null ? null : t('run {{run}}', { run: runNumber }),
    weekNumber === null ? null : t('week {{week}}', { week: weekNumber }),
    collectionScheme === null ? null : collectionWords(collectionScheme),
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** "31 emails, 2 letters". */
export function noticesInWords({ mails, letters }: { mails: number; letters: number }): string {
  const parts = [
    ...(mails === 0 ? [] : [plural(mails, '{{count}} email', '{{count, number}} emails')]),
    ...(letters === 0 ? [] : [plural(letters, '{{count}} letter', '{{count, number}} letters')]),
  ]
  return parts.length === 0 ? t('None needed') : parts.join(', ')
}
