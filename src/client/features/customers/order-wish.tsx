import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getDriver } from '#contract/v1/drivers.ts'
import { isTimeOfDay } from '#domain/round-rules.ts'
import { ask } from '#client/api/query-client.ts'
import { useOwnDepot } from '#client/shells/role.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { CustomerValues } from './customer-values.ts'

/** Where a customer's stop is to be in the order of a run, and whose it always is (domain.md 4, Shortest order). */

export function wishInWords(wish: string | null): string {
  if (wish === null || wish === '') return t('No wish')
  if (wish === 'first') return t('First')
  return wish === 'last' ? t('Last') : t('Before {{time}}', { time: wish })
}

/** The name of the driver who always has this customer. */
export function TiedDriver({ driverID }: { driverID: string }) {
  // For a user of one depot another depot's driver does not exist.
  const { data, isError } = useQuery({ ...ask(getDriver, { driverID }), throwOnError: false })
  const isOfOwnDepot = useOwnDepot() === null || !isError
  return data?.fullName ?? (isOfOwnDepot ? null : t('Not a driver of your depot'))
}

const FIRST_TIME = '09:00'

export function OrderWishFields({ form }: { form: Form<CustomerValues> }) {
  const { orderWish: wish } = form.getValues()
  const { label, error, onBlur } = form.getInputProps('orderWish') as {
    label?: string
    error?: string
    onBlur: () => void
  }
  const kind = wish === 'before' || isTimeOfDay(wish) ? 'before' : wish
  const set = (next: string) => form.setFieldValue('orderWish', next)
  return (
    <>
      <NativeSelect
        label={label}
        description={t('For “Shortest order”.')}
        data={[
          { value: '', label: t('No wish') },
          { value: 'first', label: t('First') },
          { value: 'before', label: t('Before a time') },
          { value: 'last', label: t('Last') },
        ]}
        value={kind}
        error={kind === 'before' ? null : error}
        onBlur={onBlur}
        onChange={({ currentTarget: { value } }) => set(value === 'before' ? FIRST_TIME : value)}
      />
      {kind === 'before' ? (
        <TextInput
          label={t('Before')}
          type="time"
          value={wish === 'before' ? '' : wish}
          error={error}
          onBlur={onBlur}
          // An emptied time is refused, and not taken for no wish.
          onChange={({ currentTarget: { value } }) => set(value || 'before')}
        />
      ) : null}
      <RemotePick
        source={driverSource}
        description={t('For “Divide among drivers”. Leave blank for any.')}
        {...form.getInputProps('driverID')}
      />
    </>
  )
}
