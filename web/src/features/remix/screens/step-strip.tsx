import { useEffect, useRef } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Check } from '../../../ui/icons.tsx'
import { canJump, isDone, type WizardState } from '../wizard/reducer.ts'

/** The list of steps: only the current and earlier steps can be opened. */
export function StepStrip({
  wizard,
  onJump,
}: {
  wizard: WizardState
  onJump: (index: number) => void
}) {
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [wizard.index])
  return (
    // Positioned, so that the strip also clips its absolutely positioned texts for screen readers.
    <nav
      aria-label="Steps"
      className="relative -mx-4 mt-4 scroll-fade overflow-x-auto px-3 pb-1 sm:-mx-1 sm:px-0"
    >
      <ol className="flex gap-2 p-1">
        {wizard.steps.map((step, index) => {
          const state = wizard.states[index]
          const isCurrent = index === wizard.index
          return (
            <li key={step.key} ref={isCurrent ? current : null} className="shrink-0">
              <button
                type="button"
                disabled={!canJump(wizard, index)}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onJump(index)}
                className={cx(
                  'inline-flex h-9 max-w-52 items-center gap-2 rounded-full border px-3.5 text-sm font-medium transition-colors',
                  isCurrent
                    ? 'border-ink bg-ink text-ground'
                    : 'border-line bg-surface text-muted enabled:hover:border-line-strong enabled:hover:text-ink',
                )}
              >
                {isDone(wizard, index) ? (
                  <>
                    <Icon of={Check} size={15} />
                    <span className="sr-only">
                      {state?.isSkipped ? 'Skipped: ' : 'Completed: '}
                    </span>
                  </>
                ) : (
                  <span className="tabular-nums">{index + 1}</span>
                )}
                <span className="truncate">{step.title}</span>
                {step.required && (
                  <span aria-hidden className={isCurrent ? '' : 'text-accent'}>
                    *
                  </span>
                )}
                {step.required && <span className="sr-only">(required)</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
