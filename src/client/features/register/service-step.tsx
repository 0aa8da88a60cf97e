import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { nearestCents } from '#domain/money.ts'
import { priceInWords } from '#domain/price-words.ts'
import { cyclesOf } from '#domain/registration.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { Button } from '#client/ui/core/button.tsx'
import { SelectField } from '#client/ui/core/field.tsx'
import { Bullets, Soft, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Offered } from './register-calls.ts'
import styles from './register.module.css'

/** "$25.00 a bag, GST included" */
export const priceOf = ({ price, serviceType, collectionScheme }: Offered, gst: boolean): string =>
  priceInWords(nearestCents(price), {
    perBag: serviceType === 'GARDEN_BAG' || (serviceType === 'ALL' && collectionScheme !== 'ONE_OFF'),
    gst,
  })

/** How often, in the firm's own words where they are about this cycle. */
export const cycleWords = ({ collectionScheme, publicCollectionScheme }: Offered, cycle: CollectionScheme): string =>
  (cycle === collectionScheme && publicCollectionScheme) || collectionWords(cycle)

interface ServiceStepProps {
  packages: readonly Offered[]
  gst: boolean
  chosen: Offered | undefined
  cycle: CollectionScheme | undefined
  onChoose: (productID: string) => void
  onCycle: (cycle: string) => void
  onNext: () => void
}

/** Step 1 asks for one of the public packages, and how often. */
export function ServiceStep({ packages, gst, chosen, cycle, onChoose, onCycle, onNext }: ServiceStepProps) {
  const cycles = chosen === undefined ? [] : cyclesOf(chosen)
  if (packages.length === 0) return <p>{t('Nothing is offered here at the moment. Please contact us.')}</p>
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined) onNext()
      }}
    >
      <Stack as="fieldset" aria-label={t('Service')}>
        {packages.map((offer) => (
          <label key={offer.productID} className={styles.offer}>
            <input
              type="radio"
              name="productID"
              required
              value={offer.productID}
              checked={offer.productID === chosen?.productID}
              onChange={() => onChoose(offer.productID)}
            />
            <span className={styles.offerText}>
              <span className={styles.large}>{offer.name}</span>
              <span className={styles.large}>{priceOf(offer, gst)}</span>
              <span>{cycleWords(offer, offer.collectionScheme)}</span>
              <Soft as="span">
                {t('Payment: {{words}}', { words: offer.publicPaymentScheme || paymentWords(offer.paymentScheme) })}
              </Soft>
              {offer.features.length === 0 ? null : (
                <Bullets>
                  {offer.features.map((feature) => (
                    <li key={feature}>{feature}</li>
                  ))}
                </Bullets>
              )}
            </span>
          </label>
        ))}
      </Stack>
      {chosen === undefined || cycles.length < 2 ? null : (
        <SelectField
          label={t('Collection cycle')}
          value={cycle}
          onChange={({ currentTarget }) => onCycle(currentTarget.value)}
          options={cycles.map((one) => ({ value: one, label: cycleWords(chosen, one) }))}
        />
      )}
      <Button type="submit">{t('Next')}</Button>
    </Stack>
  )
}
