import { Link } from 'react-router-dom'
import type { TFunction } from 'i18next'
import type { Package } from '#contract/v1/packages.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { packagesPaths } from './packages-paths.ts'

/** @param timeZone the business's */
export const packagesColumns = (
  t: TFunction<'services'>,
  terms: TFunction<'terms'>,
  timeZone: string,
): readonly Column<Package>[] => [
  {
    id: 'name',
    title: t('name'),
    main: true,
    sort: 'name',
    cell: ({ productID, name, retired }) => (
      <span>
        <Link className={rowLink} to={packagesPaths.one(productID)}>
          {name}
        </Link>{' '}
        {retired ? <StateBadge tone="rest">{t('retiredBadge')}</StateBadge> : null}
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    id: 'serviceType',
    title: t('serviceType'),
    cell: ({ serviceType }) => terms(`serviceType${serviceType}`),
    csv: ({ serviceType }) => terms(`serviceType${serviceType}`),
  },
  {
    id: 'price',
    title: t('price'),
    sort: 'price',
    end: true,
    cell: ({ price }) => <Money dollars={price} />,
    csv: ({ price }) => price,
  },
  {
    id: 'collectionScheme',
    title: t('collectionScheme'),
    cell: ({ collectionScheme }) => collectionWords(collectionScheme),
    csv: ({ collectionScheme }) => collectionWords(collectionScheme),
  },
  {
    id: 'paymentScheme',
    title: t('paymentScheme'),
    cell: ({ paymentScheme }) => paymentWords(paymentScheme),
    csv: ({ paymentScheme }) => paymentWords(paymentScheme),
  },
  {
    id: 'isPublic',
    title: t('public'),
    cell: ({ isPublic }) => terms(isPublic ? 'yes' : 'no'),
    csv: ({ isPublic }) => terms(isPublic ? 'yes' : 'no'),
  },
  {
    id: 'features',
    title: t('features'),
    optional: true,
    cell: ({ features }) => features.join(', '),
    csv: ({ features }) => features.join(' | '),
  },
  {
    id: 'customers',
    title: t('customers'),
    end: true,
    cell: ({ customers }) => customers,
    csv: ({ customers }) => customers,
  },
  {
    id: 'createdAt',
    title: t('createdAt'),
    sort: 'createdAt',
    optional: true,
    cell: ({ createdAt }) => formatDay(dayOf(new Date(createdAt), timeZone)),
    csv: ({ createdAt }) => dayOf(new Date(createdAt), timeZone),
  },
]
