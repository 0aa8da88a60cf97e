import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { readClientGraph } from './src/tools/shared/budget.mjs'
import { commitHere } from './src/tools/shared/commit.mjs'
import { appManifest } from './src/client/app/app-manifest.ts'
import { colourSheet } from './src/client/ui/core/colours.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string }

/** The build shown beside a device in the office: version and commit, or the date where there is no git. */
function appBuild(): string {
  return `${version}+${commitHere() ?? new Date().toISOString().slice(0, 10)}`
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

const PAGE = fileURLToPath(new URL('./index.html', import.meta.url))
const OFFICE_PAGE = fileURLToPath(new URL('./office.html', import.meta.url))

/** The page at all addresses but a driver's: index.html with the main script that loads the driver's screens later. */
const officePage: Plugin = {
  name: 'bagrun:office-page',
  resolveId: (id) => (id === OFFICE_PAGE ? id : null),
  load: (id) => (id === OFFICE_PAGE ? readFileSync(PAGE, 'utf8').replace('main-for-drivers.', 'main.') : null),
}

const CLIENT = fileURLToPath(new URL('./src/client/', import.meta.url))

/**
 * The first parts of the office's addresses as JSON: `/suburbs/new` -> `suburbs`. They are read from the text of the
 * files, so that the build loads no screen.
 */
function featureAddresses(): string {
  const files = readdirSync(path.join(CLIENT, 'features'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-paths.ts'))
    .map((file) => path.join('features', file))
  const texts = [...files, 'shells/office-paths.ts'].map((file) => readFileSync(path.join(CLIENT, file), 'utf8'))
  const firstParts = texts.flatMap((text) => [...text.matchAll(/['"`]\/([\w-]+)/g)].map((match) => match[1]))
  return JSON.stringify([...new Set(firstParts)].toSorted())
}

/** In the first load of each page; not the roots of `import()`, which would become a file of exports alone. */
const FRAME = /src[\\/](domain|contract|client[\\/](ui|api|app[\\/](?!main|driver-|phone\.)))/

export const FEATURE_ADDRESSES = featureAddresses()

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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [PAGE, OFFICE_PAGE],
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'dexie', test: /node_modules[\\/](dexie|dexie-react-hooks)[\\/]/, priority: 3 },
            // What a page imports at once, in two chunks: everybody's, and the driver's.
            { name: 'frame', tags: ['$initial'], test: FRAME, priority: 2 },
            {
              name: 'driver',
              tags: ['$initial'],
              test: /src[\\/]client[\\/](offline|photo|features)[\\/]/,
              priority: 1,
            },
            { name: 'online-only', test: /node_modules[\\/]@tanstack[\\/](?!(react-)?virtual)/, priority: 3 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  plugins: [
    react(),
    coloursInPage,
    officePage,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: appManifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}'],
        // These are the office's: a map larger than any file may be, and a worker, which no page's graph names.
        globIgnores: ['assets/ground-map-*', 'assets/division-worker-*'],
        maximumFileSizeToCacheInBytes: 700_000,
        manifestTransforms: [
          async (entries) => {
            // The office's and the customers' screens need a connection anyway; alone they would be larger than a
            // driver's app.
            const { onlineOnly } = readClientGraph('dist/client')
            return { manifest: entries.filter(({ url }) => !onlineOnly.has(url)) }
          },
        ],
      },
    }),
  ],
})
