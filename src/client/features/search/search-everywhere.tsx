import type { Call } from '#client/api/call.ts'
import { useTranslation } from '#client/ui/use-translation.ts'

/** One box (Ctrl K) for customers, requests, drivers, suburbs and runs. */
export function SearchEverywhere({ call }: { call: Call }) {
  const { t } = useTranslation('search')
  return <button type="button" onClick={() => void call}>{t('open')}</button>
}
