import { useQuery } from '@tanstack/react-query'
import type { ProviderView } from '@vignette/contract/app.ts'
import { ContactAddress } from '../../../ui/contact-address.tsx'
import { configQuery } from '../../config/index.ts'
import { useAuth } from '../../identity/index.ts'

/** Where only approved creators may publish, and this one is not approved: how to ask for it. */
export function AskForAccess({ providers }: { providers: readonly ProviderView[] }) {
  const { user, loading } = useAuth()
  const { data: config } = useQuery(configQuery)
  const closed = providers.filter((one) => one.approved_only)
  const isApproved = user?.roles.some((role) => role === 'approved_creator' || role === 'admin')
  if (loading || isApproved || closed.length === 0) return null
  const titles = new Intl.ListFormat('en').format(closed.map(({ title }) => title))
  return (
    <p className="mt-1 text-sm text-muted">
      Only approved creators may publish with {titles}.
      {config?.contact && (
        <>
          {' Ask for access: '}
          <ContactAddress contact={config.contact} className="text-ink underline wrap-anywhere" />
        </>
      )}
    </p>
  )
}
