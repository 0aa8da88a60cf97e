import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { nearestCents, showMoney } from '#domain/money.ts'
import { CHART_HEIGHT } from './chart-height.ts'
import styles from './reports.module.css'

export interface ChartProps {
  /** One bar each: its label, and a value of each series. */
  data: readonly Readonly<Record<string, string | number>>[]
  series: readonly { readonly name: string; readonly label: string }[]
  /** Values are dollars; else they are counted. */
  money?: boolean
  stacked?: boolean
}

/** Told apart by lightness too, for a print without colours. */
const COLOURS = [
  'var(--br-go)',
  'var(--br-mt-edge)',
  'var(--br-edge)',
  'color-mix(in srgb, var(--br-go) 45%, var(--br-card))',
  'var(--br-bad-go)',
  'color-mix(in srgb, var(--br-mt-edge) 40%, var(--br-card))',
]

/** Loaded with the first report: no other screen has charts. */
export default function Chart({ data, series, money = false, stacked = false }: ChartProps) {
  const coloured: BarChartSeries[] = series.map((each, at) => ({ ...each, color: COLOURS[at % COLOURS.length]! }))
  const show = (value: number) =>
    money ? showMoney(nearestCents(value)).replace(/\.00$/, '') : value.toLocaleString('en-AU')
  return (
    <BarChart
      h={CHART_HEIGHT}
      className={styles.bars}
      data={data.map((each) => ({ ...each }))}
      dataKey="label"
      series={coloured}
      type={stacked ? 'stacked' : 'default'}
      withLegend={series.length > 1}
      withTooltip
      valueFormatter={show}
      gridAxis="x"
      tickLine="none"
      maxBarWidth={44}
      yAxisProps={{ width: 76 }}
      // The table has the figures: the picture is one image to a screen reader, without stops for the keyboard.
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
    />
  )
}
