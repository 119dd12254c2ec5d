import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../lib/config.ts'
import { useMaySell } from '../lib/identity/use-may-sell.ts'
import { useShop } from '../lib/shop.ts'
import { ContactAddress } from '../ui/contact-address.tsx'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const link = 'inline-flex min-h-8 items-center text-muted transition-colors hover:text-ink'

export function Footer() {
  const { data: config } = useQuery(configQuery)
  const maySell = useMaySell()
  const { imprint } = useShop()
  return (
    <footer className="mt-24 border-t border-line">
      <div className="shell flex flex-col gap-8 py-10 sm:flex-row sm:items-center sm:justify-between">
        <Wordmark />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {maySell && (
            <Link to="/studio/recipes/new" className={link}>
              Create a recipe
            </Link>
          )}
          <a href="/api/v1/docs" className={link}>
            API
          </a>
          <Link to="/verify" className={link}>
            Check a file
          </Link>
          <a href="/claims" className={link}>
            Claim a right
          </a>
          <Link to="/terms" className={link}>
            Terms
          </Link>
          <Link to="/privacy" className={link}>
            Privacy
          </Link>
          {imprint && (
            <Link to="/imprint" className={link}>
              Imprint
            </Link>
          )}
          {config?.contact && <ContactAddress contact={config.contact} className={link} />}
        </nav>
        <ThemeToggle />
      </div>
    </footer>
  )
}
