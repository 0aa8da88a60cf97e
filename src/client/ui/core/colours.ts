/**
 * The colours of all screens, named by meaning. Every ink reaches 7:1 (AAA) on its ground in both themes, `edge`
 * (borders of controls) 3:1; `line` is decoration.
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

const rules = (colours: Record<string, string>) =>
  Object.entries(colours)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * Both sets as a style sheet that follows the device's theme. The build writes it into the page (vite.config.ts), so
 * that the first paint has its colours.
 */
export function colourSheet(): string {
  return `:root{color-scheme:light dark;${rules(light)}}@media (prefers-color-scheme:dark){:root{${rules(dark)}}}`
}
