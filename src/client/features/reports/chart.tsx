import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useElementSize } from '@mantine/hooks'
import { showDollars } from '#domain/money.ts'
import { CHART_HEIGHT } from './chart-height.ts'
import styles from './reports.module.css'

export interface ChartProps {
  /** One bar each: its label, and a value of each series. */
  data: readonly Readonly<Record<string, string | number>>[]
  series: readonly { readonly name: string; readonly label: string }[]
  /** Values are dollars instead of counts. */
  money?: boolean
  stacked?: boolean
  /** Every bar is named; otherwise the axis leaves out names for which it has no room, as of months. */
  named?: boolean
}

/** They differ in lightness too, for a print without colours. */
const COLOURS = [
  'var(--br-go)',
  'var(--br-mt-edge)',
  'var(--br-edge)',
  'color-mix(in srgb, var(--br-go) 45%, var(--br-card))',
  'var(--br-bad-go)',
  'color-mix(in srgb, var(--br-mt-edge) 40%, var(--br-card))',
]

/** Size of the axes' letters on the screen, px, and the largest for which the left axis has room. */
const LETTERS = 12
const LETTERS_MAX = 16
/** Width of the left axis, px. */
const LEFT_AXIS = 76
/** Height of a line of the bars' names, px. */
const LINE = 16
/** A chart this many letters wide stays readable on A4. */
const LETTERS_ACROSS = 80

/** Loaded with the first report, because no other screen has charts. */
export default function Chart({ data, series, money = false, stacked = false, named = false }: ChartProps) {
  const coloured: BarChartSeries[] = series.map((each, at) => ({ ...each, color: COLOURS[at % COLOURS.length]! }))
  const { ref, width } = useElementSize()
  // A print scales the chart down, so a wide one needs larger letters.
  const printed = Math.min(LETTERS_MAX, Math.max(LETTERS, width / LETTERS_ACROSS))
  // Letters that fit into a line of one bar's name.
  const letters = Math.floor((width - LEFT_AXIS) / data.length / (LETTERS * 0.6))
  const lines = Math.max(1, ...data.map(({ label }) => linesOf(String(label), letters).length))
  const show = (value: number) => (money ? showDollars(value).replace(/\.00$/, '') : value.toLocaleString('en-AU'))
  return (
    <BarChart
      ref={ref}
      h={CHART_HEIGHT}
      className={styles.bars}
      classNames={{ legend: styles.legend!, legendItem: styles.legendItem!, legendItemName: styles.legendName! }}
      __vars={{ '--chart-printed-letters': `${printed}px` }}
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
      yAxisProps={{ width: LEFT_AXIS }}
      xAxisProps={
        named
          ? { interval: 0, height: 14 + lines * LINE, tick: <Name letters={letters} /> }
          : { minTickGap: printed === LETTERS ? 5 : 16 }
      }
      // The table has the figures, so the chart is one image to a screen reader, without stops for the keyboard.
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
    />
  )
}

interface NameProps {
  letters: number
  /** The axis passes these. */
  x?: number
  y?: number
  payload?: { value: string }
}

function Name({ letters, x, y, payload }: NameProps) {
  return payload === undefined ? null : (
    <text x={x} y={y} textAnchor="middle" className="recharts-text recharts-cartesian-axis-tick-value">
      {linesOf(payload.value, letters).map((line, at) => (
        <tspan key={line} x={x} dy={at === 0 ? '0.71em' : LINE}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** Broken between words, so that no line has more letters where that is possible. */
function linesOf(name: string, letters: number): readonly string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
