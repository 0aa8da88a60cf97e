import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeFeature } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Icon } from '#client/ui/core/icons.tsx'
import { customersPaths } from './customers-paths.ts'

const CustomersRoutes = lazyScreen(async () => (await import('./customers-routes.tsx')).default)

const icon = (
  <Icon>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.8 19.5c.6-3.4 3-5.3 6.2-5.3s5.6 1.9 6.2 5.3M16 5.4a3.5 3.5 0 0 1 0 6.2M17.8 14.6c1.8.7 3 2.4 3.4 4.9" />
  </Icon>
)

export const customersFeature: OfficeFeature = {
  area: 'customers',
  menu: {
    label: 'Customers',
    icon,
    to: ({ config, tomorrow }) => officePaths.customersAtFirst({ perPage: config.pageSize, tomorrow }),
  },
  routes: ({ fetchPhoto, notFound, parts }) => [
    {
      path: `${officePaths.customers()}/*`,
      element: <CustomersRoutes fetchPhoto={fetchPhoto} notFound={notFound} parts={parts} />,
    },
  ],
  search: { customer: { list: officePaths.customers, one: (id) => officePaths.customer(id) } },
  csv: { kind: 'customers', path: customersPaths.import(), list: officePaths.customers() },
}
