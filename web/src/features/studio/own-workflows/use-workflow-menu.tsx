import { useQueryClient } from '@tanstack/react-query'
import type { ChosenState, WorkflowState } from '@vignette/contract/workflows.ts'
import { type ReactNode, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { navigate } from '../../../lib/router.tsx'
import type { MenuItem } from '../../../ui/menu.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { TakeDownDialog } from '../../workflows/index.ts'
import { duplicateWorkflow } from '../api.ts'

interface Recipe {
  id: string
  name: string
  state: WorkflowState
}

const LIST = '/studio/recipes'

const TOLD: Record<ChosenState, string> = {
  listed: 'is listed',
  unlisted: 'is unlisted: its address alone leads to it',
  paused: 'is paused: its page says “Back soon”',
}

/** What a creator may do with a recipe in its state, and the dialog of the gravest action. */
export function useWorkflowMenu(recipe: Recipe): { items: MenuItem[]; dialog: ReactNode } {
  const client = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name, state } = recipe

  async function run(work: () => Promise<void>, done?: string) {
    setBusy(true)
    try {
      await work()
      if (done) toast(`“${name}” ${done}`)
    } catch (error) {
      toastError(readReason(error, 'It could not be changed. Please try again.'))
    }
    setBusy(false)
  }

  const choose = (label: string, next: ChosenState): MenuItem => ({
    label,
    disabled: busy,
    act: () =>
      void run(async () => {
        await send(client, 'setWorkflowState', { params: { id }, body: { state: next } })
        track('workflow_state_chosen', { workflow_id: id, state: next })
      }, TOLD[next]),
  })
  const takeDown: MenuItem = { label: 'Take down…', danger: true, act: () => setLeaving(true) }
  const open: MenuItem = { label: 'Open its page', to: `/workflows/${id}` }
  const room: MenuItem = { label: 'Versions and remixes', to: `/studio/recipes/${id}` }
  const edit: MenuItem = { label: 'Edit', to: `/studio/recipes/new?recipe=${id}` }
  const test: MenuItem = { label: 'Test', to: `/studio/recipes/new?recipe=${id}&pane=test` }
  const share: MenuItem = { label: 'Share', to: `/studio/recipes/${id}?tab=share` }

  const duplicate: MenuItem = {
    label: 'Duplicate',
    disabled: busy,
    act: () =>
      void run(async () => navigate(`/studio/drafts/${await duplicateWorkflow(client, id)}`)),
  }

  const items: Record<WorkflowState, MenuItem[]> = {
    listed: [
      edit,
      test,
      room,
      open,
      share,
      choose('Pause', 'paused'),
      choose('Unlist', 'unlisted'),
      duplicate,
      takeDown,
    ],
    unlisted: [
      edit,
      test,
      room,
      open,
      share,
      choose('Pause', 'paused'),
      choose('List', 'listed'),
      duplicate,
      takeDown,
    ],
    paused: [
      edit,
      test,
      room,
      open,
      share,
      choose('Resume', 'listed'),
      choose('Resume unlisted', 'unlisted'),
      duplicate,
      takeDown,
    ],
    hidden: [edit, test, room, open, duplicate, takeDown],
    taken_down: [
      {
        label: 'Restore',
        disabled: busy,
        act: () =>
          void run(async () => {
            await send(client, 'restoreWorkflow', { params: { id } })
            track('workflow_restored', { workflow_id: id })
          }, 'is back'),
      },
    ],
  }
  return {
    items: items[state],
    dialog: (
      <TakeDownDialog
        recipe={leaving ? { id, name } : undefined}
        onClose={() => setLeaving(false)}
        leave={() => {
          if (location.pathname !== LIST) navigate(LIST)
        }}
      />
    ),
  }
}
