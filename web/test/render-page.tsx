import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient, Providers } from '../src/app/providers.tsx'
import { createRoutes } from '../src/app/routes.tsx'

/** The whole app at one address, as a visitor gets it. */
export function renderPage(path: string) {
  const router = createMemoryRouter(createRoutes(), { initialEntries: [path] })
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retry: false } })
  const view = render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...view, router, user: userEvent.setup() }
}
