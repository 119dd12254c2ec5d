import { usePageTitle } from '../lib/use-page-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { NotFound } from '../ui/not-found.tsx'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <NotFound
      eyebrow="404"
      title="Nothing in this frame."
      action={
        <>
          <LinkButton to="/workflows">Browse Workflows</LinkButton>
          <LinkButton to="/" kind="secondary">
            Go to Home
          </LinkButton>
        </>
      }
    >
      Page not found. The address may be mistyped, or what stood here has been taken down.
    </NotFound>
  )
}
