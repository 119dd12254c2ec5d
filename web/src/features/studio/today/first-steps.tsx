import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiQuery } from '../../../lib/api.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Check } from '../../../ui/icons.tsx'
import { Link, type LinkProps } from '../../../ui/link.tsx'
import { UsernameEditor } from '../../account/index.ts'
import { firstStepsQuery } from '../api.ts'

interface FirstStep {
  words: string
  /** Absent where the step is done here. */
  to?: LinkProps['to']
  done: boolean
}

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'

/** The way of a new creator, until a recipe is published and can be paid out. */
export function FirstSteps() {
  const { data: account } = useQuery(apiQuery('getPayoutAccount', {}))
  const { data: come } = useQuery(firstStepsQuery)
  const { user, setUser } = useAuth()
  const [isNaming, setIsNaming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (!account || !come || !user) return null
  const hasAccount = account.state === 'ready'
  if (come.published && hasAccount) return null
  const edit: LinkProps['to'] = come.draft
    ? `/studio/drafts/${come.draft}`
    : come.recipe
      ? `/studio/recipes/new?recipe=${come.recipe}`
      : '/studio/recipes/new'
  const steps: FirstStep[] = [
    { words: 'Choose your name', done: user.username !== null },
    { words: 'Make a recipe', to: edit, done: come.made },
    { words: 'Test it', to: edit, done: come.tested },
    { words: 'Publish it', to: edit, done: come.published },
    { words: 'Add a payout account', to: '/studio/money', done: hasAccount },
  ]
  return (
    <section aria-labelledby="first-steps">
      <h2
        ref={heading}
        tabIndex={-1}
        id="first-steps"
        className="text-xl font-semibold outline-none"
      >
        First steps
      </h2>
      <ol className="mt-3 flex flex-col gap-2">
        {steps.map(({ words, to, done }, at) => (
          <li key={words} className={cx('flex gap-3', to || done ? 'items-center' : 'items-start')}>
            <span
              aria-hidden
              className={cx(
                'grid size-7 shrink-0 place-items-center rounded-full border border-line text-sm text-muted',
                !to && !done && 'mt-2',
              )}
            >
              {done ? <Icon of={Check} size={15} className="text-good" /> : at + 1}
            </span>
            {done ? (
              <span className="text-muted">
                {words}
                <span className="sr-only">: done</span>
              </span>
            ) : to ? (
              <Link to={to} className={LINK}>
                {words}
              </Link>
            ) : (
              <div className="min-w-0 flex-1">
                <button
                  type="button"
                  aria-expanded={isNaming}
                  className={LINK}
                  onClick={() => setIsNaming(!isNaming)}
                >
                  {words}
                </button>
                <p className="text-sm break-words text-muted">
                  Until then readers see “by @{user.handle}”.
                </p>
                {isNaming && (
                  <div className="mt-3">
                    <UsernameEditor
                      user={user}
                      onSaved={(saved) => {
                        setUser(saved)
                        heading.current?.focus()
                      }}
                      onCancel={() => setIsNaming(false)}
                    />
                  </div>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
