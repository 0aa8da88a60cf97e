/** The page's only style; its hash is in the content security policy. Colours as on the product's screens. */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --ground: #f4f6f3; --card: #fff; --ink: #0e1a14; --soft: #3d4a43; --line: #d5dcd7; --edge: #75837b;
  --go: #0b5d3b; --go-ink: #fff; --warn: #fff1cc; --warn-ink: #4a3400; --bad: #ffe7e4; --bad-ink: #7a1010;
  --good: #dff2e6; --good-ink: #07472b }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0c120f; --card: #161e1a; --ink: #f1f6f3; --soft: #b9c6bf; --line: #2c3832; --edge: #6d7d75;
  --go: #4fd28f; --go-ink: #04180d; --warn: #3a2c05; --warn-ink: #ffe2a0; --bad: #4a1712; --bad-ink: #ffd2cc;
  --good: #12331f; --good-ink: #a9f0c8 } }
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--ground); color: var(--ink);
  font: 17px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { max-width: 460px; margin: 0 auto; padding: 20px; background: var(--card); border: 1px solid var(--line);
  border-radius: 14px }
.sandbox { margin: -20px -20px 20px; padding: 14px 20px; background: var(--warn); color: var(--warn-ink);
  border-radius: 13px 13px 0 0; font-weight: 700 }
h1 { margin: 0; font-size: 18px; font-weight: 600; overflow-wrap: anywhere }
.amount { margin: 2px 0 14px; font-size: 38px; line-height: 1.15; font-weight: 700; font-variant-numeric: tabular-nums }
h2 { margin: 18px 0 8px; font-size: 17px; font-weight: 600 } .ask { margin: 6px 0 0; color: var(--soft) }
dl { margin: 0 0 18px; border-top: 1px solid var(--line) }
dl div { display: flex; gap: 16px; justify-content: space-between; padding: 9px 0; border-bottom: 1px solid var(--line) }
dt { overflow-wrap: anywhere; min-width: 0 } dd { margin: 0; font-variant-numeric: tabular-nums; white-space: nowrap }
dd.words { white-space: normal; text-align: right }
form { margin: 0 }
button, select { width: 100%; min-height: 52px; margin: 0 0 10px; padding: 10px 14px; border: 1px solid var(--edge);
  border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; font-weight: 600 }
button { cursor: pointer } select { font-weight: 400 }
button.go { background: var(--go); border-color: var(--go); color: var(--go-ink) }
button.plain { border-color: transparent; color: var(--soft); margin-bottom: 0 }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
.note { margin: 0 0 16px; padding: 12px 14px; border-radius: 10px; background: var(--good); color: var(--good-ink) }
h1 + .note { margin-top: 12px }
.note.bad { background: var(--bad); color: var(--bad-ink) }
details { margin-top: 8px; padding-top: 12px; border-top: 1px solid var(--line) }
summary { min-height: 44px; padding: 10px 0; color: var(--soft); cursor: pointer }
label { display: block; margin-bottom: 6px; color: var(--soft) }
a { color: var(--go) } .back { display: block; margin: 4px 0 14px; padding: 12px 0; font-weight: 600 }
`
