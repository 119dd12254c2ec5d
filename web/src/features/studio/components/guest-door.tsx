import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { readVisitorId } from '../../../lib/anonymous-id.ts'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { guestBelongingsQuery } from '../api.ts'

/** What a guest finds at the studio: what is the guest's already, and the way in. */
export function GuestDoor({ title }: { title: string }) {
  const { offered, label, starting, start } = useSignIn()
  const known = readVisitorId() !== undefined
  const { data, isLoading } = useQuery({ ...guestBelongingsQuery, enabled: known })
  return (
    <div className="shell flex max-w-xl flex-col items-start pt-16 pb-24">
      <p className="text-sm text-muted">Studio · {title}</p>
      <h1 className="mt-2 text-2xl font-semibold">{headline(data)}</h1>
      {isLoading ? (
        <Skeleton className="mt-4 h-6 w-64" />
      ) : (
        <p className="mt-4 text-muted">
          {offered
            ? 'In the studio you make recipes, test them, publish them and see what they earn.'
            : 'Sign-in is not set up on this site, and the studio needs an account.'}
        </p>
      )}
      <div className="mt-7 flex flex-wrap gap-3">
        {offered && (
          <Button busy={starting} onClick={() => void start({ returns: true })}>
            {label}
          </Button>
        )}
        <LinkButton to="/studio/recipes/new" kind="secondary">
          Create without an account
        </LinkButton>
      </div>
    </div>
  )
}

function headline(belongings: { recipes: number; earned: number } | undefined): string {
  const { recipes = 0, earned = 0 } = belongings ?? {}
  if (recipes === 0 && earned === 0) return 'Sign in to open your studio'
  const parts = [
    ...(recipes > 0 ? [`${recipes} ${recipes === 1 ? 'recipe' : 'recipes'}`] : []),
    ...(earned > 0 ? [`${formatCents(earned)} waiting`] : []),
  ]
  return `You have ${parts.join(' and ')}. Sign in to keep ${parts.length > 1 || recipes > 1 ? 'them' : 'it'}.`
}
