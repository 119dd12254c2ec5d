import { formatCents, formatPrice } from '@vignette/contract/money.ts'
import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import type { ReactNode } from 'react'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { failsOften, wordsOf } from './describe-workflow.ts'
import { HiddenNote } from './hidden-note.tsx'
import { Sparkline } from './sparkline.tsx'
import { useWorkflowMenu } from './use-workflow-menu.tsx'
import { WorkflowPicture } from './workflow-picture.tsx'

export function WorkflowRow({ recipe }: { recipe: OwnWorkflowRow }) {
  const { items, dialog } = useWorkflowMenu(recipe)
  const state = wordsOf(recipe.state, recipe.failing)
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_2.75rem] items-center gap-x-4 gap-y-3 py-4 xl:grid-cols-[3.5rem_minmax(0,1fr)_6rem_17rem_2.75rem]">
      <WorkflowPicture recipe={recipe} />
      <div className="col-start-2 row-start-1 min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/studio/recipes/${recipe.id}`}
            className={cx(
              '-my-2.5 min-w-0 py-2.5 font-medium break-words hover:underline',
              recipe.state === 'taken_down' && 'text-muted',
            )}
          >
            <span className="line-clamp-2">{recipe.name}</span>
          </Link>
          <Badge tone={state.tone}>{state.label}</Badge>
        </p>
        <p className="mt-0.5 text-sm text-muted tabular-nums">
          {formatPrice((recipe.launch ?? recipe).price)} · version {recipe.version}
        </p>
      </div>
      <div className="hidden xl:col-start-3 xl:row-start-1 xl:block">
        <Sparkline days={recipe.runs_by_day} />
      </div>
      <dl className="col-span-3 row-start-2 grid grid-cols-3 gap-4 text-sm tabular-nums xl:col-span-1 xl:col-start-4 xl:row-start-1">
        <Figure name="Remixes">{recipe.runs_30d.toLocaleString('en-US')}</Figure>
        <Figure name="Delivered" alarming={failsOften(recipe)}>
          {recipe.delivered_30d_percent === null ? '–' : `${recipe.delivered_30d_percent}%`}
        </Figure>
        <Figure name="Earned">{formatCents(recipe.earned_30d)}</Figure>
      </dl>
      <div className="col-start-3 row-start-1 xl:col-start-5">
        <Menu label={`What to do with ${recipe.name}`} items={items} />
      </div>
      <Notes recipe={recipe} />
      {dialog}
    </li>
  )
}

function Figure({
  name,
  alarming = false,
  children,
}: {
  name: string
  alarming?: boolean
  children: ReactNode
}) {
  return (
    <div className="xl:text-right">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={cx('font-medium', alarming && 'text-danger')}>{children}</dd>
    </div>
  )
}

/** What the state asks of the creator, in sentences. */
function Notes({ recipe }: { recipe: OwnWorkflowRow }) {
  const { state, unavailable, failing, restorable_until, discover_from } = recipe
  const words = [
    ...(failing
      ? ['No new remix starts: its last remixes failed. One that delivers opens it.']
      : []),
    ...(unavailable ? [`Cannot run: ${unavailable}`] : []),
    ...(state === 'taken_down' && restorable_until
      ? [`It can come back until ${formatLocalDate(restorable_until)}.`]
      : []),
    ...(state === 'listed' && discover_from
      ? [`It enters Discover on ${formatLocalDate(discover_from)}; its page works already.`]
      : []),
  ]
  if (words.length === 0 && state !== 'hidden') return null
  return (
    <div className="col-span-full flex flex-col gap-2 text-sm text-muted">
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {state === 'hidden' && <HiddenNote recipe={recipe} />}
    </div>
  )
}
