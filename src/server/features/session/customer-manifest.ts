/**
 * The web app manifest of a customer's app. The built one is a driver's: the product's name, and shortcuts to and
 * pictures of stops. Both have the same id, start and scope, so an installed one is updated to the other.
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
