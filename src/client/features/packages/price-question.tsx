import { Alert, Radio, Stack } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewPrice } from '#contract/v1/packages.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { PackageValues } from './package-values.ts'

export type PriceConcerns = OutputOf<typeof previewPrice>

/** Whether the form has another price than the package, and customers pay the package's. */
export const asksForWhom = ({ price }: PackageValues, concerns: PriceConcerns): boolean =>
  typeof price === 'number' && price !== concerns.price && concerns.samePrice > 0

/** For whom a new price is: new customers only, or also those who pay the package's price today. */
export function PriceQuestion({ form, concerns }: { form: Form<PackageValues>; concerns: PriceConcerns }) {
  const { t } = useTranslation('packages')
  const values = form.getValues()
  if (!asksForWhom(values, concerns)) return null
  const { price, samePrice, ownPrice, inRuns } = concerns
  const before = showMoney(nearestCents(price))
  const after = showMoney(nearestCents(Number(values.price)))
  return (
    <Alert color="yellow">
      <Radio.Group
        label={t('priceAlso', { count: samePrice, before })}
        withAsterisk
        {...form.getInputProps('alsoCustomers')}
      >
        <Stack gap="sm" mt="sm">
          <Radio
            value="no"
            label={t('priceNewOnly')}
            description={t('priceNewOnlyHow', { count: samePrice, before, after })}
          />
          <Radio
            value="yes"
            label={t('priceFromNext')}
            description={[
              t('priceFromNextHow', { before, after }),
              ...(inRuns === 0 ? [] : [t('priceInRuns', { count: inRuns, before })]),
            ].join(' ')}
          />
        </Stack>
      </Radio.Group>
      <p>{[...(ownPrice === 0 ? [] : [t('priceOwn', { count: ownPrice })]), t('priceNoMail')].join(' ')}</p>
    </Alert>
  )
}
