import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The product's green. White text on 8 has 7.9:1 in the light theme, near-black on 4 has 9.6:1 in the dark theme. */
const leaf: MantineColorsTuple = [
  '#eaf8f0',
  '#d3f0df',
  '#a9f0c8',
  '#7ae3ad',
  '#4fd28f',
  '#2bb573',
  '#178f57',
  '#0f7447',
  '#0b5d3b',
  '#07472b',
]

/** Mantine's greys of the dark theme, shifted towards green to match our background. */
const night: MantineColorsTuple = [
  '#f1f6f3',
  '#d7e0db',
  '#b9c6bf',
  '#96a59d',
  '#63736b',
  '#2c3832',
  '#161e1a',
  '#0c120f',
  '#080c0a',
  '#040605',
]

/** Inter in the office, the phone's own font for customers (inter.css). */
const FONT = 'var(--br-font, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif)'

/**
 * One height and border for every input: 44 px on a phone, 36 px at a desk (office.css). The description is under the
 * box, so that boxes side by side stay aligned.
 */
const BOX = {
  defaultProps: {
    size: 'md',
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies (
      'label' | 'input' | 'description' | 'error'
    )[],
  },
  styles: {
    input: { minHeight: 'var(--br-control)', '--input-height': 'var(--br-control)', borderColor: 'var(--br-edge)' },
    label: { fontWeight: 400, fontSize: 'var(--mantine-font-size-sm)', color: 'var(--br-soft)' },
  },
}

const FILLED = {
  '--button-bg': 'var(--br-go)',
  '--button-hover': 'var(--br-go-press)',
  '--button-color': 'var(--br-go-ink)',
}

/** The colours of commands that can't be undone, as in button.module.css. */
const DANGER = {
  '--button-bg': 'var(--br-bad)',
  '--button-hover': 'var(--br-bad)',
  '--button-color': 'var(--br-bad-ink)',
  '--button-bd': '2px solid var(--br-bad-go)',
}

const WARN = { '--alert-bg': 'var(--br-warn)', '--alert-color': 'var(--br-warn-ink)' }
const BAD = { '--alert-bg': 'var(--br-bad)', '--alert-color': 'var(--br-bad-ink)' }

const TITLE = { styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 } } }

export const theme = createTheme({
  primaryColor: 'leaf',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#0e1a14',
  colors: { leaf, dark: night },
  defaultRadius: 8,
  fontFamily: FONT,
  headings: {
    fontWeight: '600',
    fontFamily: FONT,
    sizes: {
      h1: { fontSize: '1.429rem', lineHeight: '1.3' },
      h2: { fontSize: '1.143rem', lineHeight: '1.35' },
      h3: { fontSize: '1.143rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // At a desk 12, 13, 14, 16 and 20 px, on a phone an eighth more (office.css).
  fontSizes: { xs: '0.857rem', sm: '0.929rem', md: '1rem', lg: '1.143rem', xl: '1.429rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Card: {
      defaultProps: { withBorder: true, radius: 10 },
      styles: { root: { gap: 'var(--mantine-spacing-sm)', borderColor: 'var(--br-line)' } },
    },
    Stack: { defaultProps: { gap: 'sm' } },
    Flex: { defaultProps: { gap: 'sm' } },
    Group: { defaultProps: { gap: 'xs' } },
    // A text is as large and bold as the text around it.
    Text: { defaultProps: { inherit: true } },
    Modal: TITLE,
    Drawer: TITLE,
    // Has the colours of a driver's button, because Mantine's is white on light green in the dark theme.
    Button: {
      defaultProps: { size: 'sm', h: 'var(--br-control)' },
      styles: { label: { fontWeight: 600 } },
      vars: (_theme: unknown, { variant = 'filled', color }: { variant?: string; color?: string }) => ({
        root: variant !== 'filled' ? {} : color === 'red' ? DANGER : FILLED,
      }),
    },
    // Mantine's own titles have too little contrast, such as orange on yellow.
    Alert: {
      vars: (_theme: unknown, { color }: { color?: string }) => ({
        root: color === 'yellow' ? WARN : color === 'red' ? BAD : {},
      }),
      styles: { message: { color: 'inherit' } },
    },
    // Only an element with a role may have a name.
    Skeleton: { defaultProps: { role: 'status' } },
    Checkbox: { styles: { input: { borderColor: 'var(--br-edge)' } } },
    Radio: { styles: { radio: { borderColor: 'var(--br-edge)' } } },
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

/** Mantine's variables that miss AA (dependencies.md, "Contrast"), mapped to ours (colours.ts). */
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
