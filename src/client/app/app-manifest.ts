import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest. It can't contain the firm's name, which is known only after the build. */
export const appManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Bagrun',
  short_name: 'Bagrun',
  description: 'Rubbish and garden-bag rounds: stops, photos and incomes that work without signal.',
  lang: 'en-AU',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f4f6f3',
  theme_color: '#0b5d3b',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/badge-96.png', sizes: '96x96', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Pickups', url: '/pickups', icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }] },
    {
      name: 'Unsent',
      url: '/pickups/unsent',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/pickups-light.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The stops of the week, on the phone',
    },
    {
      src: '/screenshots/home-wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The office: this week’s runs',
    },
  ],
}
