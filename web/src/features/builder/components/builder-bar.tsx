import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RotateCcw, RotateCw } from '../../../ui/icons.tsx'
import type { BuilderDocument, DocumentState } from '../document/create-document.ts'

/** Saving, form or JSON, Undo and Redo, and the way to publish. */
export function BuilderBar({
  document,
  state,
  view,
  onView,
  saving,
  publish,
}: {
  document: BuilderDocument
  state: DocumentState
  view: 'form' | 'json'
  onView: (view: 'form' | 'json') => void
  saving: ReactNode
  publish: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-40">{saving}</div>
      <fieldset className="flex rounded-full bg-sunken p-1">
        <legend className="sr-only">Edit as</legend>
        {(['form', 'json'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => onView(one)}
            className={cx(
              'h-11 rounded-full px-4 text-sm font-medium',
              view === one ? 'bg-raised text-ink shadow-lift ring-1 ring-line' : 'text-muted',
            )}
          >
            {one === 'form' ? 'Form' : 'JSON'}
          </button>
        ))}
      </fieldset>
      <div className="flex">
        <Button
          kind="ghost"
          size="icon"
          aria-label="Undo"
          aria-disabled={!state.canUndo}
          onClick={document.undo}
        >
          <Icon of={RotateCcw} />
        </Button>
        <Button
          kind="ghost"
          size="icon"
          aria-label="Redo"
          aria-disabled={!state.canRedo}
          onClick={document.redo}
        >
          <Icon of={RotateCw} />
        </Button>
      </div>
      {publish}
    </div>
  )
}
