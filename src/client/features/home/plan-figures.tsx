import type { CalendarSetting } from '#contract/v1/settings.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { LinkedFigure } from './figure.tsx'
import { useDrafts, useNoPickupsOf } from './home-data.ts'

/** What the coming week still needs: drafts that nobody drives yet, and who has said no. */
export function PlanFigures({ nextWeek }: { nextWeek: CalendarSetting | null | undefined }) {
  const { t } = useTranslation('home')
  const drafts = useDrafts().data?.total
  const noPickups = useNoPickupsOf(nextWeek).data?.total
  const week = nextWeek && new URLSearchParams({ yearNumber: String(nextWeek.yearNumber), monthNumber: String(nextWeek.monthNumber), weekNumber: String(nextWeek.weekNumber) })
  return (
    <>
      <LinkedFigure to={`${officePaths.runs()}?status=draft`} label={t('drafts')} value={drafts} action={t('openDrafts')} />
      <LinkedFigure to={!week ? officePaths.noPickups() : `${officePaths.noPickups()}?${week}`} label={t('noPickups')} value={nextWeek === null ? 0 : noPickups} action={t('openNoPickups')} />
    </>
  )
}
