import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The product's green. 8 carries white text at 7.9:1 in daylight, 4 carries near-black at 9.6:1 at night. */
const leaf: MantineColorsTuple = ['#eaf8f0', '#d3f0df', '#a9f0c8', '#7ae3ad', '#4fd28f', '#2bb573', '#178f57', '#0f7447', '#0b5d3b', '#07472b']

/** Mantine's own greys at night, turned towards the green so that its parts sit on our ground. */
const night: MantineColorsTuple = ['#f1f6f3', '#d7e0db', '#b9c6bf', '#96a59d', '#63736b', '#2c3832', '#161e1a', '#0c120f', '#080c0a', '#040605']

/** One height and one edge for every box to fill in, 44 px and more. */
const BOX = { defaultProps: { size: 'md' }, styles: { input: { minHeight: 46, borderColor: 'var(--br-edge)' }, label: { fontWeight: 650 } } }

const FILLED = { '--button-bg': 'var(--br-go)', '--button-hover': 'var(--br-go-press)', '--button-color': 'var(--br-go-ink)' }

/** What can't be taken back, as a driver's button says it (button.module.css). */
const DANGER = { '--button-bg': 'var(--br-bad)', '--button-hover': 'var(--br-bad)', '--button-color': 'var(--br-bad-ink)', '--button-bd': '2px solid var(--br-bad-go)' }

const WARN = { '--alert-bg': 'var(--br-warn)', '--alert-color': 'var(--br-warn-ink)' }

export const theme = createTheme({
  primaryColor: 'leaf',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#0e1a14',
  colors: { leaf, dark: night },
  defaultRadius: 12,
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '800', fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.25rem', xl: '1.5rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Card: { styles: { root: { borderColor: 'var(--br-line)' } } },
    // 44 px at a desk (WCAG 2.5.8 and then some). Filled it has the colours of a driver's: Mantine's own is white on light green at night.
    Button: { defaultProps: { size: 'md', h: 46 }, vars: (_theme: unknown, { variant = 'filled', color }: { variant?: string; color?: string }) => ({ root: variant !== 'filled' ? {} : color === 'red' ? DANGER : FILLED }) },
    // Mantine's own yellow title is orange on yellow.
    Alert: { vars: (_theme: unknown, { color }: { color?: string }) => ({ root: color === 'yellow' ? WARN : {} }) },
    Checkbox: { styles: { input: { borderColor: 'var(--br-edge)' } } },
    Switch: { styles: { track: { borderColor: 'var(--br-edge)' } } },
    TextInput: BOX,
    NativeSelect: BOX,
    Select: BOX,
    NumberInput: BOX,
    PasswordInput: BOX,
    Textarea: BOX,
    TagsInput: BOX,
    MultiSelect: BOX,
    DateInput: BOX,
    FileInput: BOX,
  },
})

/** Mantine's own variables that miss AA as delivered (dependencies.md, "Contrast"), pointed at ours (colours.ts). */
const bridge = {
  '--mantine-color-body': 'var(--br-ground)',
  '--mantine-color-text': 'var(--br-ink)',
  '--mantine-color-dimmed': 'var(--br-soft)',
  '--mantine-color-placeholder': 'var(--br-soft)',
  '--mantine-color-error': 'var(--br-bad-go)',
  '--mantine-color-anchor': 'var(--br-go)',
  '--mantine-color-default': 'var(--br-card)',
  '--mantine-color-default-color': 'var(--br-ink)',
  '--mantine-color-default-border': 'var(--br-edge)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: bridge,
  dark: bridge,
})
