import { DRIVERS_FIGURES, figuresInWords } from '#client/shells/stop-figures.ts'
import { formatDay } from '#domain/dates.ts'
import { figuresOfStops } from '#domain/run-figures.ts'
import { nearestCents, showDollars, showMoney } from '#domain/money.ts'
import { INCOME_KIND_WORDS } from '#client/shells/income-kinds.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { Card, classes, Lines, Row, Soft } from '#client/ui/core/parts.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { type RunIncomes, sumOf } from './incomes-by-run.ts'
import tones from '#client/ui/core/tones.module.css'
import styles from './incomes-page.module.css'

const STATUS_WORDS = sentences({
  paid: 'Paid',
  pending: 'Pending',
  payable: 'Payable',
})

const TONES = { pending: 'rest', payable: 'warn', paid: 'good' } as const

export function RunIncomesCard({ run }: { run: RunIncomes }) {
  const [first] = run.incomes
  // A payment's own amount, because some of its lines may have left the phone, and it may have GST.
  const sum = run.paidOn && first?.payment ? nearestCents(first.payment.amount) : sumOf(run.incomes)
  const name = run.paidOn ? t('Paid {{day}}', { day: formatDay(run.paidOn) }) : weekName(run)
  const stops = run.incomes.filter(({ kind }) => kind === 'stop')
  // Each recorded stop has an income, so its lines say the same of a run that is active or has left the phone.
  const figures =
    run.figures ??
    (stops.length === 0 ? null : figuresOfStops(stops.map(({ outcome }) => ({ state: 'done', outcome }))))
  const day = run.fromDate === null ? null : formatDay(run.fromDate)
  const parts = [
    run.isThisWeek ? name : null,
    run.paidOn ? null : run.description,
    day,
    figures === null ? null : figuresInWords(figures, DRIVERS_FIGURES),
    stops.length === 0 ? null : plural(run.bags, '{{count}} bag', '{{count}} bags'),
  ]
  return (
    <Card as="details" gap="none" open={run.isThisWeek}>
      <summary className={styles.head}>
        <span className={styles.run}>
          <span className={styles.name}>{run.isThisWeek ? t('This week') : name}</span>
          <Soft as="span">{parts.filter((part) => part !== null).join(' · ')}</Soft>
        </span>
        <span className={styles.amount}>{showMoney(sum)}</span>
      </summary>
      <Lines className={styles.stops}>
        {run.incomes.map((income) => (
          <Row as="li" key={income.incomeID} className={styles.stop}>
            <span className={styles.run}>
              <strong>
                {income.kind === 'stop'
                  ? income.customer
                  : [t(INCOME_KIND_WORDS[income.kind]), income.customer].filter(Boolean).join(': ')}
              </strong>
              <Soft as="span">
                {income.outcome === null || income.outcome === 'COLLECTED'
                  ? income.formula
                  : `${outcomeWords(income.outcome, income.serviceType ?? null)} · ${income.formula}`}
              </Soft>
            </span>
            <span className={styles.right}>
              <span className={styles.amount}>{showDollars(income.amount)}</span>
              <span className={classes(styles.status, tones[TONES[income.status]])}>
                {t(STATUS_WORDS[income.status])}
              </span>
            </span>
          </Row>
        ))}
      </Lines>
    </Card>
  )
}

/** "Week 3, November", from the week's second run on with which it is, and the year if it is not this one. */
function weekName({ name, week }: RunIncomes): string {
  if (week === null) return name || t('Other pay')
  const { sequence, ...parts } = week
  return sequence === '1'
    ? t('Week {{week}}, {{month}}{{year}}', { ...parts })
    : t('{{name}} · {{sequence}}', { name: t('Week {{week}}, {{month}}{{year}}', { ...parts }), sequence })
}
