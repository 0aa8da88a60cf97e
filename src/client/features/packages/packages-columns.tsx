import { Link } from 'react-router-dom'
import type { Package } from '#contract/v1/packages.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { packagesPaths } from './packages-paths.ts'

/** @param timeZone the business's */
export const packagesColumns = (timeZone: string): readonly Column<Package>[] => [
  {
    id: 'name',
    title: t('Name'),
    main: true,
    sort: 'name',
    cell: ({ productID, name, retired }) => (
      <span>
        <Link className={rowLink} to={packagesPaths.one(productID)}>
          {name}
        </Link>{' '}
        {retired ? <StateBadge tone="rest">{t('retired')}</StateBadge> : null}
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    id: 'serviceType',
    title: t('Service type'),
    cell: ({ serviceType }) => t(SERVICE_TYPE_WORDS[serviceType]),
    csv: ({ serviceType }) => t(SERVICE_TYPE_WORDS[serviceType]),
  },
  moneyColumn('price', t('Price'), { sort: true }),
  {
    id: 'collectionScheme',
    title: t('Collection scheme'),
    cell: ({ collectionScheme }) => collectionWords(collectionScheme),
    csv: ({ collectionScheme }) => collectionWords(collectionScheme),
  },
  {
    id: 'paymentScheme',
    title: t('Payment scheme'),
    cell: ({ paymentScheme }) => paymentWords(paymentScheme),
    csv: ({ paymentScheme }) => paymentWords(paymentScheme),
  },
  {
    id: 'isPublic',
    title: t('Public'),
    cell: ({ isPublic }) => t(isPublic ? 'Yes' : 'No'),
    csv: ({ isPublic }) => t(isPublic ? 'Yes' : 'No'),
  },
  {
    id: 'features',
    title: t('Features'),
    optional: true,
    cell: ({ features }) => features.join(', '),
    csv: ({ features }) => features.join(' | '),
  },
  plainColumn('customers', t('Customers'), { end: true }),
  createdAtColumn(t('Added'), timeZone),
]
