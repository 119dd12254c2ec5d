import { useQueryClient } from '@tanstack/react-query'
import type { UserView } from '@vignette/contract/identity.ts'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { send } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import { forgetCaller } from '../../lib/forget-caller.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { Redirect, useQueryParams } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastError } from '../../ui/toast.tsx'
import { OwnCollections } from '../creations/index.ts'
import { DeleteAccount } from './components/delete-account.tsx'
import { DeletedCreations } from './components/deleted-creations.tsx'
import { ExportData } from './components/export-data.tsx'
import { OwnBatches } from './components/own-batches.tsx'
import { OwnGallery } from './components/own-gallery.tsx'
import { OwnWorkflows } from './components/own-workflows.tsx'
import { ProfileHeader } from './components/profile-header.tsx'
import { SessionsPanel } from './components/sessions-panel.tsx'
import { TokensPanel } from './components/tokens-panel.tsx'
import { LettersPanel } from './notices/components/letters-panel.tsx'

const Purchases = lazyPart(async () => (await import('./components/purchases.tsx')).Purchases)
const Referrals = lazyPart(async () => (await import('./components/referrals.tsx')).Referrals)
const GuestProfile = lazyPart(
  async () => (await import('./components/guest-profile.tsx')).GuestProfile,
)

export function ProfilePage() {
  const { user, loading, setUser } = useAuth()
  const leaving = useRef(false)
  const [search] = useQueryParams()
  usePageTitle('Profile')
  // A signed-out page that is about to reload must not race the reload with a redirect.
  if (loading || (!user && leaving.current)) return <ProfileSkeleton />
  if (!user) {
    const tab = GUEST_TABS.find((one) => one === search.get('tab'))
    if (tab) return <GuestProfile tab={tab} waiting={<ProfileSkeleton />} />
    return <Redirect to="/auth/callback?for=profile" />
  }
  return <Profile user={user} onSaved={setUser} onLeave={() => (leaving.current = true)} />
}

/** The tabs of a visitor without an account. */
const GUEST_TABS = ['creations', 'collections', 'purchases'] as const
const TABS = ['creations', 'collections', 'purchases', 'creator', 'referrals', 'account'] as const

function Profile({
  user,
  onSaved,
  onLeave,
}: {
  user: UserView
  onSaved: (user: UserView) => void
  onLeave: () => void
}) {
  const [search, setSearch] = useQueryParams()
  // Until 0.2 the creator's tab was called earnings.
  const asked = search.get('tab') === 'earnings' ? 'creator' : search.get('tab')
  const tab = TABS.find((one) => one === asked) ?? 'creations'
  // A buyer without recipes has no use for it; the studio's links still lead to it.
  const showsCreator = tab === 'creator' || user.roles.some((role) => role !== 'user')
  const { busy, leave, leaveEverywhere } = useLeave(onLeave)
  useEffect(() => track('profile_viewed'), [])

  const choose = (next: string) => {
    track('profile_tab_opened', { tab: next })
    setSearch(next === 'creations' ? {} : { tab: next })
  }

  return (
    <div className="shell pt-10 pb-20">
      <ProfileHeader user={user} busy={busy} onSaved={onSaved} onLogout={() => void leave()} />
      <div className="mt-10">
        <Tabs
          label="Profile"
          value={tab}
          onChange={choose}
          tabs={[
            { value: 'creations', label: 'Creations', content: <Creations userId={user.id} /> },
            {
              value: 'collections',
              label: 'Collections',
              content: (
                <section aria-labelledby="collections">
                  <h2 id="collections" className="sr-only">
                    Your collections
                  </h2>
                  <OwnCollections />
                </section>
              ),
            },
            {
              value: 'purchases',
              label: 'Purchases',
              content: (
                <section aria-labelledby="purchases">
                  <h2 id="purchases" className="sr-only">
                    Your purchases
                  </h2>
                  <Purchases />
                </section>
              ),
            },
            ...(showsCreator
              ? [
                  {
                    value: 'creator',
                    label: 'Creator',
                    content: (
                      <div className="grid grid-cols-1 gap-14 pt-2">
                        <OwnWorkflows />
                        <MoneyLinks />
                      </div>
                    ),
                  },
                ]
              : []),
            { value: 'referrals', label: 'Referrals', content: <Referrals /> },
            {
              value: 'account',
              label: 'Account',
              content: (
                <div className="grid max-w-2xl grid-cols-1 gap-12 pt-2">
                  <h2 className="sr-only">Account</h2>
                  <SessionsPanel onEverywhere={() => void leaveEverywhere()} />
                  <LettersPanel />
                  <ExportData />
                  <TokensPanel />
                  <DeleteAccount
                    onDeleted={(link) => {
                      onLeave()
                      location.assign(link ?? '/')
                    }}
                  />
                </div>
              ),
            },
          ]}
        />
      </div>
    </div>
  )
}

function Creations({ userId }: { userId: string }) {
  return (
    <section aria-labelledby="own-creations">
      <h2 id="own-creations" className="sr-only">
        Your creations
      </h2>
      <DeletedCreations userId={userId} />
      <OwnBatches />
      <OwnGallery userId={userId} />
    </section>
  )
}

/**
 * Signing out loads the landing page as a new document, so that no account data stays in memory.
 */
function useLeave(onLeave: () => void) {
  const client = useQueryClient()
  const { logout } = useAuth()
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    onLeave()
    try {
      await work()
      location.assign('/')
    } catch (error) {
      toastError(readReason(error, 'Logout failed. Please try again.'))
      setBusy(false)
    }
  }

  async function logoutEverywhere() {
    await send(client, 'logoutEverywhere', {})
    track('signed_out_everywhere')
    forgetCaller()
  }

  return {
    busy,
    leave: () => run(logout),
    leaveEverywhere: () => run(logoutEverywhere),
  }
}

function ProfileSkeleton() {
  return (
    <>
      <LoadingTitle>Profile</LoadingTitle>
      <div className="shell pt-10 pb-20" role="status" aria-label="Loading profile">
        <div className="flex items-center gap-5">
          <Skeleton className="size-18 rounded-full" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-8 w-48" />
            <Skeleton className="h-5 w-64" />
          </div>
        </div>
        <Skeleton className="mt-10 h-11 w-full max-w-lg rounded-full" />
      </div>
    </>
  )
}

/** The studio alone tells what was earned, so that the same cents are told once. */
function MoneyLinks() {
  return (
    <section aria-labelledby="earnings">
      <h2 id="earnings" className="text-xl font-semibold">
        Earnings
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        What waits, why and until when, what was paid out, and each sale stand in your studio.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton kind="secondary" to="/studio/money">
          Your money
        </LinkButton>
        <LinkButton kind="secondary" to="/studio/sales">
          Sales
        </LinkButton>
        <LinkButton kind="secondary" to="/studio/numbers">
          Numbers
        </LinkButton>
      </div>
    </section>
  )
}
