import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

const link = 'inline-flex min-h-8 items-center text-muted transition-colors hover:text-ink'

export function Footer() {
  return (
    <footer className="mt-24 border-t border-line">
      <div className="shell flex flex-col gap-8 py-10 sm:flex-row sm:items-center sm:justify-between">
        <Wordmark />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <Link to="/workflows/create" className={link}>
            Create a workflow
          </Link>
          <a href="/api/v1/docs" className={link}>
            API
          </a>
          <Link to="/terms" className={link}>
            Terms
          </Link>
          <Link to="/privacy" className={link}>
            Privacy
          </Link>
        </nav>
        <ThemeToggle />
      </div>
    </footer>
  )
}
