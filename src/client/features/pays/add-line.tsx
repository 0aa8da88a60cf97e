import { NativeSelect, TextInput } from '@mantine/core'
import { addPayLine } from '#contract/v1/pays.ts'
import { PAY_LINE_KINDS } from '#domain/words.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useToday } from '#client/shells/today.ts'
import { INCOME_KIND_WORDS } from '#client/shells/income-kinds.ts'
import { t } from '#client/ui/core/texts.ts'

/** A tip, bonus or deduction by hand (domain.md 11, M20). */
export function AddLine({ driverID, onClose }: { driverID?: string; onClose: () => void }) {
  const today = useToday()
  const labels = {
    driverID: t('Driver'),
    kind: t('Kind'),
    amount: t('Amount'),
    day: t('Day'),
    reason: t('Reason'),
  }
  return (
    <FormShell
      as="dialog"
      title={t('Add a tip, bonus or deduction')}
      endpoint={addPayLine}
      initial={{ driverID: driverID ?? '', kind: '', amount: '', day: today, reason: '' }}
      required={['driverID', 'kind', 'amount', 'reason']}
      labels={labels}
      done={t('Line added')}
      submit={t('Add line')}
      onClose={onClose}
    >
      {(form) => (
        <Fields>
          {driverID === undefined ? (
            <Wide>
              <RemotePick source={driverSource} data-autofocus {...form.getInputProps('driverID')} />
            </Wide>
          ) : null}
          <NativeSelect
            data={[
              { value: '', label: t('Choose one') },
              ...PAY_LINE_KINDS.map((value) => ({ value, label: t(INCOME_KIND_WORDS[value]) })),
            ]}
            {...form.getInputProps('kind')}
          />
          <MoneyInput {...form.getInputProps('amount')} />
          <DayInput withAsterisk maxDate={today} {...form.getInputProps('day')} />
          <Wide>
            <TextInput description={t('The driver sees this.')} autoComplete="off" {...form.getInputProps('reason')} />
          </Wide>
        </Fields>
      )}
    </FormShell>
  )
}
