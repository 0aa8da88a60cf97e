import { NativeSelect } from '@mantine/core'
import { type Customer, getCustomer, updateCycle } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { DuePick, dueOf, dueText } from '#client/shells/due-pick.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Fields, WholeInput, Wide } from '#client/shells/form-parts.tsx'
import { customerLabels } from '#client/shells/new-customer.ts'
import { terms } from '#client/shells/terms.ts'
import { useLatest } from '#client/shells/use-edited.ts'
import { t } from '#client/ui/core/texts.ts'

type Values = {
  collectionScheme: CollectionScheme
  weekNumber: string
  runNumber: number | ''
  stopOrder: number | ''
  due: string
}

const valuesOf = ({ collectionScheme, weekNumber, runNumber, stopOrder, due }: Customer): Values => ({
  collectionScheme,
  runNumber,
  weekNumber: weekNumber === null ? '' : String(weekNumber),
  stopOrder: stopOrder ?? '',
  due: dueText(due),
})

const toInput = ({ weekNumber, due, ...values }: Values) => ({
  ...values,
  weekNumber: weekNumber === '' ? null : Number(weekNumber),
  due: dueOf(due, values.collectionScheme),
})

/** Scheme, week, round and next due period together (domain.md 3). */
export function CycleEdit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const latest = useLatest(getCustomer, { customerID: customer.customerID }, valuesOf)
  const { customerID, collectionScheme, weekNumber, runNumber, version } = customer
  return (
    <FormShell
      title={t('Update cycles')}
      as="dialog"
      endpoint={updateCycle}
      // The endpoint requires all of them, so unchanged values are sent too.
      fixed={{ customerID, collectionScheme, runNumber, ...(weekNumber !== null && { weekNumber }) }}
      initial={valuesOf(customer)}
      required={['collectionScheme', 'weekNumber', 'runNumber']}
      toInput={toInput}
      editing={{ version, latest }}
      labels={{ ...customerLabels(), due: t('Next due') }}
      done={t('Cycle saved')}
      onClose={onClose}
    >
      {(form) => {
        const values = form.getValues()
        return (
          <Fields>
            <NativeSelect data={terms.collectionSchemes()} {...form.getInputProps('collectionScheme')} />
            <NativeSelect
              data={[...(weekNumber === null ? [{ value: '', label: t('No week yet') }] : []), ...terms.weeks()]}
              {...form.getInputProps('weekNumber')}
            />
            <WholeInput {...form.getInputProps('runNumber')} />
            <WholeInput
              description={t('Position in the run. Leave blank to sort by street.')}
              {...form.getInputProps('stopOrder')}
            />
            <Wide>
              <DuePick
                label={t('Next due')}
                scheme={values.collectionScheme}
                weekNumber={values.weekNumber === '' ? null : Number(values.weekNumber)}
                required={customer.due !== null && !isOnRequest(values.collectionScheme)}
                value={values.due}
                onChange={(due) => form.setFieldValue('due', due)}
                error={form.errors['due'] ?? form.errors['due.weekNumber'] ?? form.errors['due.monthNumber']}
              />
            </Wide>
          </Fields>
        )
      }}
    </FormShell>
  )
}
