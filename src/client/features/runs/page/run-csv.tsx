import { Menu } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { runCsv } from '../run-csv.ts'

/** Exports the whole run as it is shown now. */
export function RunCsv({ run }: { run: Run }) {
  const { t } = useTranslation('runPage')
  const { t: runs } = useTranslation('runs')
  return <Menu.Item onClick={() => saveCsv(`${run.readableID}.csv`, runCsv(run, runs))}>{t('csv')}</Menu.Item>
}
