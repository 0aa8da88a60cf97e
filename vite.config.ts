import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { barePackages } from './src/tools/bare-packages.mjs'
import { inGroup } from './src/tools/chunk-groups.mjs'
import { featureAddresses } from './src/tools/feature-addresses.mjs'
import { readClientGraph } from './src/tools/client-graph.mjs'
import { isScripted, startScripts } from './src/tools/start-scripts.mjs'
import { appManifest } from './src/client/app/app-manifest.ts'
import { colourSheet } from './src/client/ui/core/colours.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string }

/** The build shown beside a device in the office: version and commit, or the date where there is no git. */
function appBuild(): string {
  try {
    return `${version}+${execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim()}`
  } catch {
    return `${version}+${new Date().toISOString().slice(0, 10)}`
  }
}

const fromPackages = (path: string) => fileURLToPath(new URL(`./node_modules/${path}`, import.meta.url))

/** Writes the theme's colours into index.html, so that the first paint has them before a script has run. */
const coloursInPage: Plugin = {
  name: 'bagrun:colours-in-page',
  transformIndexHtml: (html) =>
    html.replace(
      '<!--colours-->',
      `<style>${colourSheet()}html{background:var(--br-ground)}.mark{position:fixed;inset:0;margin:auto}</style>`,
    ),
}

/** Removes comments and indentation from index.html, which every phone stores. */
const barePage: Plugin = {
  name: 'bagrun:bare-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replaceAll(/<!--(?!colours)[^]*?-->/g, '').replaceAll(/\n\s*/g, '\n'),
  },
}

/**
 * Preloads the style of the driver's screens beside their scripts (start-scripts.mjs); without it the style is fetched a
 * round trip later.
 */
const driverStyleBeside: Plugin = {
  name: 'bagrun:driver-style-beside',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const routes = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === 'driver-routes')
      if (routes?.type !== 'chunk') return []
      return [...(routes.viteMetadata?.importedCss ?? [])].map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      }))
    },
  },
}

/** The PWA plugin sets an option that this Vite deprecates; replaces it by its successor. */
const oneFile: Plugin = {
  name: 'bagrun:one-file',
  config({ build }) {
    const output = build?.rollupOptions?.output ?? build?.rolldownOptions?.output
    if (output === undefined || Array.isArray(output)) return
    delete output.inlineDynamicImports
    output.codeSplitting = false
  },
}

/**
 * Parts of browser-image-compression that are never called, 42 kB of each phone's storage: encoders for PNG and BMP
 * (all photos become JPEGs), and a worker that loads the library from elsewhere (it runs in ours). The code from the
 * first text up to the second is replaced by the third.
 */
const UNUSED = [
  ['!function(e){var r,i,UZIP={};', 'var i={CHROME:', "const r={},UPNG={encode(){throw new Error('JPEG only.')}};"],
  [
    'const l="\\nlet scriptImported',
    'function imageCompression(e,t){',
    "function compressOnWebWorker(){throw new Error('No worker.')}",
  ],
] as const

/** Removes them. The build fails when another version of the package no longer contains these texts. */
const jpegOnly: Plugin = {
  name: 'bagrun:jpeg-only',
  transform(code, file) {
    if (!file.includes('browser-image-compression')) return null
    let kept = code
    for (const [first, behind, instead] of UNUSED) {
      const from = kept.indexOf(first)
      const to = kept.indexOf(behind, from)
      if (from < 0 || to < 0)
        this.error('browser-image-compression is not the version of which vite.config.ts knows what to leave out.')
      kept = kept.slice(0, from) + instead + kept.slice(to)
    }
    return { code: kept, map: null }
  },
}

const FEATURE_ADDRESSES = JSON.stringify(featureAddresses())

export default defineConfig({
  define: {
    __APP_BUILD__: JSON.stringify(appBuild()),
    __FEATURE_ADDRESSES__: FEATURE_ADDRESSES,
  },
  resolve: {
    alias: [
      // The same library without its ES5 wrapping. Page and service worker both take it.
      { find: /^dexie$/, replacement: fromPackages('dexie/dist/modern/dexie.min.mjs') },
      // Its export map offers every bundler the development build, warnings and all.
      { find: /^react-router$/, replacement: fromPackages('react-router/dist/production/index.mjs') },
      // Its export map offers ES5 to bundlers.
      { find: /^workbox-window$/, replacement: fromPackages('workbox-window/build/workbox-window.prod.mjs') },
      { find: /^react-router\/dom$/, replacement: fromPackages('react-router/dist/production/dom-export.mjs') },
    ],
  },
  // Short class names: each is in the style sheet and in the script.
  css: { modules: { generateScopedName: '[hash:base64:4]' } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts) => parts.filter((part) => !isScripted(part)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'dexie', test: /node_modules[\\/](dexie|dexie-react-hooks)[\\/]/, priority: 3 },
            { name: 'frame', test: inGroup('frame'), priority: 2 },
            { name: 'phone', test: inGroup('phone'), priority: 2 },
            { name: 'online-only', test: /node_modules[\\/]@tanstack[\\/](?!(react-)?virtual)/, priority: 3 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [jpegOnly] },
  plugins: [
    react(),
    coloursInPage,
    barePage,
    barePackages(),
    driverStyleBeside,
    startScripts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: appManifest,
      includeManifestIcons: false,
      injectManifest: {
        buildPlugins: { vite: [oneFile] },
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}'],
        maximumFileSizeToCacheInBytes: 700_000,
        manifestTransforms: [
          async (entries) => {
            // The office's and the customers' screens need a connection anyway; alone they would be larger than a driver's app.
            const { onlineOnly } = readClientGraph('dist/client')
            return { manifest: entries.filter(({ url }) => !onlineOnly.has(url)) }
          },
        ],
      },
    }),
  ],
})
