import { Alert, Radio, Stack } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewPrice } from '#contract/v1/packages.ts'
import { showDollars } from '#domain/money.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { PackageValues } from './package-values.ts'

export type PriceConcerns = OutputOf<typeof previewPrice>

/** Whether the form has another price than the package, and customers pay the package's. */
export const asksForWhom = ({ price }: PackageValues, concerns: PriceConcerns): boolean =>
  typeof price === 'number' && price !== concerns.price && concerns.samePrice > 0

/** A waiting request keeps the price that it was made at, whatever the answer. */
function waitingKeep({ price, requests = 0 }: PriceConcerns): string[] {
  if (requests === 0) return []
  return [
    plural(
      requests,
      '{{count}} waiting request keeps {{before}}.',
      '{{count, number}} waiting requests keep {{before}}.',
      { before: showDollars(price) },
    ),
  ]
}

/** Their announced price comes on its day, unless the answer to the question after saving ends it. */
function announcedTo({ announced = 0 }: PriceConcerns): string[] {
  if (announced === 0) return []
  return [
    plural(
      announced,
      'A price change is announced to {{count}} customer.',
      'A price change is announced to {{count, number}} customers.',
    ),
  ]
}

/** For whom a new price is: new customers only, or also those who pay the package's price today. */
export function PriceQuestion({ form, concerns }: { form: Form<PackageValues>; concerns: PriceConcerns }) {
  const values = form.getValues()
  const waiting = waitingKeep(concerns)
  if (!asksForWhom(values, concerns))
    return waiting.length > 0 && typeof values.price === 'number' && values.price !== concerns.price ? (
      <Alert color="yellow">{waiting}</Alert>
    ) : null
  const { price, samePrice, ownPrice, inRuns } = concerns
  const before = showDollars(price)
  const after = showDollars(Number(values.price))
  return (
    <Alert color="yellow">
      <Radio.Group
        {...form.getInputProps('alsoCustomers')}
        label={plural(
          samePrice,
          'Also for the {{count}} customer who pays {{before}}, this service’s price?',
          'Also for the {{count, number}} customers who pay {{before}}, this service’s price?',
          { before },
        )}
        withAsterisk
      >
        <Stack gap="sm" mt="sm">
          <Radio
            value="no"
            label={t('No, new customers only')}
            description={plural(
              samePrice,
              '{{count}} customer keeps {{before}}; new customers pay {{after}}.',
              '{{count, number}} customers keep {{before}}; new customers pay {{after}}.',
              { before, after },
            )}
          />
          <Radio
            value="yes"
            label={t('Yes, from their next collection')}
            description={[
              t(
                'They pay {{after}} for collections that aren’t in an active run yet. What was collected or prepaid stays at {{before}}.',
                { before, after },
              ),
              ...(inRuns === 0
                ? []
                : [
                    plural(
                      inRuns,
                      '{{count}} stop is in an active run and stays at {{before}}.',
                      '{{count, number}} stops are in active runs and stay at {{before}}.',
                      { before },
                    ),
                  ]),
            ].join(' ')}
          />
          <Radio
            value="later"
            label={t('Yes, from a date, with notice')}
            description={t('A price change is drafted instead: you see who pays what before anything is sent.')}
          />
        </Stack>
      </Radio.Group>
      <p>
        {[
          ...(ownPrice === 0
            ? []
            : [
                plural(
                  ownPrice,
                  '{{count}} customer has a price of their own, or a promised one, and keeps it.',
                  '{{count, number}} customers have a price of their own, or a promised one, and keep it.',
                ),
              ]),
          ...waiting,
          ...announcedTo(concerns),
          ...(values.alsoCustomers === 'later' ? [] : [t('No emails are sent about it.')]),
        ].join(' ')}
      </p>
    </Alert>
  )
}
