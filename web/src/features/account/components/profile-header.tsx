import type { UserView } from '@vignette/contract/identity.ts'
import { STAFF_ROLES } from '@vignette/contract/staff.ts'
import { useRef } from 'react'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LogOut } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { UsernameEditor } from './username-editor.tsx'

/** A long address goes on in a second line at its @. */
function Address({ of }: { of: string }) {
  const [name, ...site] = of.split('@')
  return (
    <>
      {name}
      <wbr />@{site.join('@')}
    </>
  )
}

export function ProfileHeader({
  user,
  busy,
  onSaved,
  onLogout,
}: {
  user: UserView
  busy: boolean
  onSaved: (user: UserView) => void
  onLogout: () => void
}) {
  const { creations, workflows } = user.counts
  const [wantsEdit, setEditing] = useKeptState('editing username', false)
  // Until a username is chosen, its editor is open.
  const editing = wantsEdit || user.username === null
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    edit.current?.focus()
  }
  const role = STAFF_ROLES.find((one) => user.roles.includes(one))
  const area = role === 'admin' ? 'Admin' : 'Console'
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <Avatar user={user} size={72} />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold">
          <span className="min-w-0 break-all">{user.username ?? 'Your profile'}</span>
          {role && (
            <Link to="/admin" aria-label={area} className="flex min-h-11 items-center">
              <Badge tone="accent">{area}</Badge>
            </Link>
          )}
          {user.roles.includes('approved_creator') && <Badge tone="good">Approved creator</Badge>}
        </h1>
        <p className="mt-1 text-sm text-muted">
          <span className="mr-3 inline-block wrap-anywhere">
            {user.email ? <Address of={user.email} /> : user.handle && `@${user.handle}`}
          </span>
          {creations >= 0 && (
            <span className="inline-block">
              {creations} {creations === 1 ? 'creation' : 'creations'}, {workflows}{' '}
              {workflows === 1 ? 'recipe' : 'recipes'}
            </span>
          )}
        </p>
      </div>
      {/* Both buttons fit beside each other on a phone. */}
      <div className="flex flex-wrap gap-2 max-sm:*:px-4">
        {user.username && (
          <LinkButton to={`/@${user.username}`} kind="secondary">
            Your page
          </LinkButton>
        )}
        {user.username !== null && (
          <Button
            ref={edit}
            kind="secondary"
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          >
            Edit username
          </Button>
        )}
        <Button kind="secondary" busy={busy} onClick={onLogout}>
          {!busy && <Icon of={LogOut} size={16} />}
          Logout
        </Button>
      </div>
      {editing && (
        <div className="basis-full">
          <UsernameEditor
            user={user}
            onSaved={(next) => {
              onSaved(next)
              close()
            }}
            onCancel={user.username === null ? undefined : close}
          />
        </div>
      )}
    </header>
  )
}
