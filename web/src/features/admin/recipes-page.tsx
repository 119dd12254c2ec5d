import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { StaffWorkflow } from '@vignette/contract/console.ts'
import { REPORT_REASONS } from '@vignette/contract/moderation.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { mayCall } from '@vignette/contract/staff.ts'
import { useState } from 'react'
import { apiPages, apiQuery, send } from '../../lib/api.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { useQueryParams } from '../../lib/router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActDialog } from './components/act-dialog.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { FindBar } from './components/find-bar.tsx'
import { describeReason } from './list-actions.ts'

export function AdminRecipesPage() {
  return (
    <AdminShell title="Recipes" call="listAllWorkflows">
      <FirstCatalogue />
      <Recipes />
    </AdminShell>
  )
}

const SHOWN = [
  { value: '', label: 'All' },
  { value: 'resting', label: 'Resting or without model' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'paused', label: 'Paused' },
  { value: 'house', label: 'First catalogue' },
] as const

type Asked = 'pause' | 'list' | 'hide' | 'show' | 'remove' | 'ban'

function Recipes() {
  const [params] = useQueryParams()
  const q = params.get('q') ?? ''
  const show = SHOWN.find(({ value }) => value === params.get('show'))?.value || undefined
  const [asked, setAsked] = useState<{ recipe: StaffWorkflow; what: Asked }>()
  const query = useInfiniteQuery(
    apiPages('listAllWorkflows', { query: { q: q || undefined, show } }),
  )
  return (
    <section aria-label="Recipes found">
      <FindBar
        key={q}
        label="Name, handle or id"
        filter={{ name: 'show', label: 'Show', options: [...SHOWN] }}
      />
      <QueryPages
        query={query}
        rows={(page) => page.workflows}
        failed="Failed to load recipes"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={<EmptyState title={q || show ? 'No such recipe' : 'No recipe yet'} />}
      >
        {(recipes) => (
          <ul className="mt-5 flex flex-col gap-3">
            {recipes.map((recipe) => (
              <Row key={recipe.id} recipe={recipe} onAsk={(what) => setAsked({ recipe, what })} />
            ))}
          </ul>
        )}
      </QueryPages>
      {asked && <Ask {...asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function Row({ recipe, onAsk }: { recipe: StaffWorkflow; onAsk: (what: Asked) => void }) {
  const button = (what: Asked, label: string, danger = false) => (
    <Button
      kind="secondary"
      size="sm"
      className={danger ? 'text-danger!' : ''}
      aria-label={`${label}: ${recipe.name}`}
      onClick={() => onAsk(what)}
    >
      {label}
    </Button>
  )
  const rests = recipe.gone_model
    ? `Its vendor no longer offers ${recipe.gone_model}.`
    : recipe.resting_why
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium break-words">
          <Link className="underline underline-offset-4" to={`/workflows/${recipe.id}`}>
            {recipe.name}
          </Link>
        </h2>
        <p className="text-sm break-all text-muted">
          by{' '}
          <Link className="underline underline-offset-4" to={`/admin/people/${recipe.owner_id}`}>
            @{recipe.handle}
          </Link>
          , {recipe.price > 0 ? formatCents(recipe.price) : 'free'}, {recipe.remixes} remixes
        </p>
        {rests && <p className="mt-1 text-sm break-words">{rests}</p>}
      </div>
      {recipe.house && <Badge>First catalogue</Badge>}
      {recipe.resting_since && <Badge tone="warn">Resting</Badge>}
      {recipe.gone_model && <Badge tone="warn">Model gone</Badge>}
      {recipe.hidden && <Badge tone="danger">Hidden</Badge>}
      {recipe.state === 'paused' && <Badge tone="warn">Paused</Badge>}
      {recipe.state === 'unlisted' && <Badge>Unlisted</Badge>}
      <div className="flex flex-wrap gap-2">
        {recipe.state === 'paused' ? button('list', 'List again') : button('pause', 'Pause')}
        {recipe.hidden ? button('show', 'Show again') : button('hide', 'Hide', true)}
        {button('remove', 'Delete', true)}
        {!recipe.author_banned && button('ban', 'Ban author', true)}
      </div>
    </li>
  )
}

const REASONS = REPORT_REASONS.map((reason) => ({ value: reason, label: describeReason(reason) }))

function Ask({
  recipe,
  what,
  onClose,
}: {
  recipe: StaffWorkflow
  what: Asked
  onClose: () => void
}) {
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number]>('other')
  const { title, description, label, done } = WORDS[what]
  return (
    <ActDialog
      keep={`${what} ${recipe.id}`}
      title={title}
      description={`“${recipe.name}” by @${recipe.handle}. ${description}`}
      label={label}
      done={done}
      danger={what === 'hide' || what === 'remove' || what === 'ban'}
      act={(note, client) => {
        if (what === 'pause' || what === 'list') {
          const params = { id: recipe.id }
          return send(client, 'pauseWorkflow', { params, body: { paused: what === 'pause', note } })
        }
        const action = what === 'show' ? 'restore' : what
        const about = { subject_type: 'workflow', subject_id: recipe.id } as const
        return send(client, 'decideUnreported', { body: { ...about, action, reason, note } })
      }}
      onClose={onClose}
    >
      {(what === 'hide' || what === 'remove') && (
        <Select
          label="Reason, which its creator reads"
          options={REASONS}
          value={reason}
          onChange={(event) => setReason(event.target.value as typeof reason)}
        />
      )}
    </ActDialog>
  )
}

const WORDS: Record<Asked, { title: string; description: string; label: string; done: string }> = {
  pause: {
    title: 'Pause the recipe?',
    description: 'It starts no new run until its creator or you list it again.',
    label: 'Pause',
    done: 'The recipe is paused',
  },
  list: {
    title: 'List the recipe again?',
    description: 'It stands in Discover again and starts runs.',
    label: 'List again',
    done: 'The recipe is listed again',
  },
  hide: {
    title: 'Hide the recipe?',
    description: 'Only its creator and you see it. Its creator reads why and may object.',
    label: 'Hide',
    done: 'The recipe is hidden',
  },
  show: {
    title: 'Show the recipe again?',
    description: 'Everybody sees it as before.',
    label: 'Show again',
    done: 'The recipe is shown again',
  },
  remove: {
    title: 'Delete the recipe?',
    description:
      'It is gone from the site. What runs or was paid for is still made, and buyers keep what they have. Its creator reads why, and cannot bring it back.',
    label: 'Delete',
    done: 'The recipe is deleted',
  },
  ban: {
    title: 'Ban its author?',
    description: 'Every session ends, and everything public of the account is hidden.',
    label: 'Ban',
    done: 'The author is banned',
  },
}

/** The recipes that came with the server, and the button that takes them away. */
function FirstCatalogue() {
  const { user } = useAuth()
  const [asked, setAsked] = useState(false)
  const may = mayCall(user?.roles ?? [], 'removeFirstCatalogue')
  const { data } = useQuery(apiQuery('getFirstCatalogue', {}, { enabled: may }))
  if (!may || !data || data.recipes === 0) return null
  const { recipes, sold } = data
  const kept =
    sold > 0
      ? ` ${sold === 1 ? 'One of them was' : `${sold} of them were`} sold: whoever made one of these stays, with every recipe paused.`
      : ''
  return (
    <section className="mb-8 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-sunken px-5 py-4">
      <p className="min-w-0 flex-1 basis-64 text-sm">
        {recipes} recipes came with this server, made by people who do not exist.
      </p>
      <Button kind="secondary" size="sm" onClick={() => setAsked(true)}>
        Remove the first catalogue
      </Button>
      {asked && (
        <ActDialog
          keep="first catalogue"
          noteless
          danger
          title="Remove the first catalogue?"
          description={`${recipes} recipes go with their samples, creations and invented makers.${kept} It cannot be undone.`}
          label="Remove"
          done="The first catalogue is removed"
          act={(_, client) => send(client, 'removeFirstCatalogue', { body: { recipes } })}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
