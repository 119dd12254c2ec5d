import { cx } from '../../../ui/class-names.ts'

const PANES = [
  ['build', 'Build'],
  ['preview', 'Preview'],
  ['test', 'Test'],
] as const
export type Pane = (typeof PANES)[number][0]

/** On a phone, which of the panes is shown. */
export function PaneSwitch({
  pane,
  onChange,
  hasTest,
}: {
  pane: Pane
  onChange: (pane: Pane) => void
  hasTest: boolean
}) {
  return (
    <fieldset className="mt-4 flex gap-1 rounded-full bg-sunken p-1 lg:hidden">
      <legend className="sr-only">Shown now</legend>
      {PANES.filter(([one]) => one !== 'test' || hasTest).map(([one, label]) => (
        <button
          key={one}
          type="button"
          aria-pressed={pane === one}
          onClick={() => onChange(one)}
          className={cx(
            'h-11 flex-1 rounded-full text-sm font-medium',
            pane === one ? 'bg-raised text-ink shadow-lift ring-1 ring-line' : 'text-muted',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
