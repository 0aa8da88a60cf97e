import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The product's green. 8 carries white text at 7.9:1 in daylight, 4 carries near-black at 9.6:1 at night. */
const leaf: MantineColorsTuple = ['#eaf8f0', '#d3f0df', '#a9f0c8', '#7ae3ad', '#4fd28f', '#2bb573', '#178f57', '#0f7447', '#0b5d3b', '#07472b']

/** Mantine's own greys at night, turned towards the green so that its parts sit on our ground. */
const night: MantineColorsTuple = ['#f1f6f3', '#d7e0db', '#b9c6bf', '#96a59d', '#63736b', '#2c3832', '#161e1a', '#0c120f', '#080c0a', '#040605']

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
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
  },
})

/**
 * The colours screens use, by what they mean. Every ink on its ground reaches 7:1 (AAA) in both themes;
 * `edge` (borders of things to press or fill in) reaches 3:1, `line` is decoration only.
 */
const light = {
  '--br-ground': '#f4f6f3',
  '--br-card': '#ffffff',
  '--br-ink': '#0e1a14',
  '--br-soft': '#3d4a43',
  '--br-line': '#d5dcd7',
  '--br-edge': '#75837b',
  '--br-go': '#0b5d3b',
  '--br-go-ink': '#ffffff',
  '--br-go-press': '#07472b',
  '--br-mt-ink': '#3b2a00',
  '--br-mt-edge': '#8a6400',
  '--br-good': '#dff2e6',
  '--br-good-ink': '#07472b',
  '--br-warn': '#fff1cc',
  '--br-warn-ink': '#4a3400',
  '--br-bad': '#ffe7e4',
  '--br-bad-ink': '#7a1010',
  '--br-bad-go': '#a01c1c',
  '--br-rest': '#d3ddd7',
  '--br-side': '#10231a',
  '--br-side-ink': '#e6efe9',
  '--br-side-on': '#1f4a35',
  '--br-side-line': '#2b4437',
  '--br-focus': '#0b5d3b',
  '--br-teal': '#00504f',
} as const

const dark = {
  '--br-ground': '#0c120f',
  '--br-card': '#161e1a',
  '--br-ink': '#f1f6f3',
  '--br-soft': '#b9c6bf',
  '--br-line': '#2c3832',
  '--br-edge': '#6d7d75',
  '--br-go': '#4fd28f',
  '--br-go-ink': '#04180d',
  '--br-go-press': '#7ae3ad',
  '--br-mt-ink': '#ffd984',
  '--br-mt-edge': '#b98a1d',
  '--br-good': '#12331f',
  '--br-good-ink': '#a9f0c8',
  '--br-warn': '#3a2c05',
  '--br-warn-ink': '#ffe2a0',
  '--br-bad': '#4a1712',
  '--br-bad-ink': '#ffd2cc',
  '--br-bad-go': '#ff9a8f',
  '--br-rest': '#26322c',
  '--br-side': '#0f1a15',
  '--br-side-ink': '#dfe9e3',
  '--br-side-on': '#1b3c2c',
  '--br-side-line': '#26322c',
  '--br-focus': '#7ae3ad',
  '--br-teal': '#6fe0d8',
} as const satisfies Record<keyof typeof light, string>

/** Mantine's own variables that miss AA as delivered (dependencies.md, "Contrast"), pointed at ours. */
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
  light: { ...light, ...bridge },
  dark: { ...dark, ...bridge },
})
