import { Link } from 'react-router-dom'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { suburbsPaths } from './suburbs-paths.ts'

/**
 * @param timeZone the business's: instants are shown as days in it
 * @param ofDepot the column of the depot, where the firm has several
 */
export const suburbsColumns = (
  timeZone: string,
  ofDepot: readonly Column<Suburb>[] = [],
): readonly Column<Suburb>[] => [
  {
    id: 'label',
    title: t('Suburb'),
    main: true,
    sort: 'label',
    cell: ({ suburbID, label }) => (
      <Link className={rowLink} to={suburbsPaths.one(suburbID)}>
        {label}
      </Link>
    ),
    csv: ({ label }) => label,
  },
  plainColumn('postCode', t('Postcode'), { sort: true }),
  plainColumn('state', t('State'), { sort: true }),
  {
    id: 'weekNumber',
    title: t('Week'),
    sort: 'weekNumber',
    cell: ({ weekNumber }) => (weekNumber === null ? t('No week yet') : t('Week {{week}}', { week: weekNumber })),
    csv: ({ weekNumber }) => weekNumber,
  },
  ...ofDepot,
  plainColumn('customers', t('Customers'), { end: true }),
  createdAtColumn(t('Added'), timeZone),
]
