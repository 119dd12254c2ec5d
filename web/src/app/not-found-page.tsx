import { usePageTitle } from '../lib/use-page-title.ts'
import { LinkButton } from '../ui/button.tsx'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <div className="shell grid min-h-[68dvh] content-center py-20">
      <p className="text-sm font-medium text-accent">404</p>
      <h1 className="mt-3 max-w-2xl text-4xl">Nothing in this frame.</h1>
      <p className="mt-5 max-w-md text-lg text-muted">
        Page not found. The address may be mistyped, or what stood here has been taken down.
      </p>
      <div className="mt-9 flex flex-wrap gap-3">
        <LinkButton to="/workflows">Browse Workflows</LinkButton>
        <LinkButton to="/" kind="secondary">
          Go to Home
        </LinkButton>
      </div>
    </div>
  )
}
