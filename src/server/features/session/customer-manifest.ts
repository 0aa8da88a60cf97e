/**
 * The web app manifest of a customer's app. The one in the build is a driver's: the product's name, shortcuts to stops,
 * pictures of them. Same id, start and scope, so that whichever was installed is the same app and is brought up to date.
 */
export function customerManifest(businessName: string) {
  return {
    id: '/',
    name: businessName,
    short_name: businessName,
    lang: 'en-AU',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: '#f4f6f3',
    theme_color: '#0b5d3b',
    icons: [
      icon('icon-192', 'any'),
      icon('icon-512', 'any'),
      icon('maskable-192', 'maskable'),
      icon('maskable-512', 'maskable'),
      icon('badge-96', 'monochrome'),
    ],
    shortcuts: [
      { name: 'Collections', url: '/schedules', icons: [icon('icon-192', 'any')] },
      { name: 'Invoices', url: '/invoices', icons: [icon('icon-192', 'any')] },
    ],
  }
}

function icon(file: string, purpose: 'any' | 'maskable' | 'monochrome') {
  const px = file.slice(file.lastIndexOf('-') + 1)
  return { src: `/icons/${file}.png`, sizes: `${px}x${px}`, type: 'image/png', purpose }
}
