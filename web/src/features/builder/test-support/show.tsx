import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueryClient, Providers } from '../../../app/providers.tsx'

/** A part of the builder, with the app's own providers around it. */
export function show(part: ReactNode) {
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retry: false } })
  render(<Providers client={client}>{part}</Providers>)
  return userEvent.setup()
}
