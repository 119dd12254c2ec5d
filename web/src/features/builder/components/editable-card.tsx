import { type ReactNode, useId } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Trash2 } from '../../../ui/icons.tsx'
import { useEditing } from './editing.ts'
import { useDrag } from './use-drag.ts'

/** One input or step: a heading that opens its fields, its place in the list, and its end. */
export function EditableCard({
  id,
  name,
  reference,
  detail,
  path,
  index,
  count,
  isOpen,
  onToggle,
  onMove,
  onRemove,
  children,
}: {
  /** The card's id, to which the outline links. */
  id: string
  /** The card's name, which is a part of the names of its buttons. */
  name: string
  /** The name in references, under which the card is lit. */
  reference: string
  detail: ReactNode
  path: string
  index: number
  count: number
  isOpen: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
  children: ReactNode
}) {
  const body = useId()
  const { readOnly, countFaults, lit } = useEditing()
  const drag = useDrag(index, onMove)
  const faults = countFaults(path)
  return (
    <li
      id={id}
      className={cx(
        'relative rounded-lg border bg-surface data-[drop=above]:shadow-[0_-4px_0_var(--accent)] data-[drop=below]:shadow-[0_4px_0_var(--accent)]',
        lit !== undefined && lit === reference ? 'border-accent ring-2 ring-accent' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-1 p-1.5">
        {!readOnly && count > 1 && (
          <span
            aria-hidden
            title="Drag to another place"
            onPointerDown={drag}
            className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted select-none hover:text-ink active:cursor-grabbing"
          >
            ⠿
          </span>
        )}
        <h3 className="min-w-0 grow basis-40">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? body : undefined}
            onClick={onToggle}
            className="flex min-h-11 w-full flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-md px-2.5 text-left hover:bg-sunken"
          >
            <span className="font-medium wrap-anywhere">{name}</span>
            <span className="text-sm text-muted">{detail}</span>
            {faults > 0 && <FaultBadge count={faults} />}
          </button>
        </h3>
        <div className="flex">
          <MoveButton
            name={name}
            up
            disabled={readOnly || index === 0}
            onClick={() => onMove(index - 1)}
          />
          <MoveButton
            name={name}
            disabled={readOnly || index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <Button
            kind="ghost"
            size="icon"
            aria-label={`Remove ${name}`}
            disabled={readOnly}
            onClick={onRemove}
          >
            <Icon of={Trash2} />
          </Button>
        </div>
      </div>
      {isOpen && (
        <div id={body} data-fields className="flex flex-col gap-5 border-t border-line p-4">
          {children}
        </div>
      )}
    </li>
  )
}

export function FaultBadge({ count }: { count: number }) {
  return <Badge tone="danger">{count === 1 ? '1 fault' : `${count} faults`}</Badge>
}

/** `aria-disabled` keeps the focus on the button when its thing has reached the end. */
export function MoveButton({
  name,
  up = false,
  disabled,
  onClick,
}: {
  name: string
  up?: boolean
  disabled: boolean
  onClick: () => void
}) {
  return (
    <Button
      kind="ghost"
      size="icon"
      aria-label={`Move ${name} ${up ? 'up' : 'down'}`}
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
    >
      <span aria-hidden>{up ? '↑' : '↓'}</span>
    </Button>
  )
}
