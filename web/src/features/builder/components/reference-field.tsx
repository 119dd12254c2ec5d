import { referencesIn } from '@vignette/contract/references.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Textarea } from '../../../ui/field.tsx'
import { useEditing } from './editing.ts'
import { findMention, insertReference, removeReferenceBefore } from './find-mention.ts'
import type { Source } from './source.ts'
import { useLight } from './use-light.ts'

/** Words with references: `{{` or `/` opens the names, and Backspace removes a whole reference. */
export function ReferenceField({
  label,
  hint,
  value,
  sources,
  error,
  disabled,
  maxLength,
  onChange,
}: {
  label: string
  hint?: string
  value: string
  /** What the field may name here. */
  sources: readonly Source[]
  error: string | undefined
  disabled: boolean
  maxLength?: number
  onChange: (text: string) => void
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | undefined>()
  const [active, setActive] = useState(0)
  const placed = useRef<number | undefined>(undefined)
  const mention = caret === undefined ? undefined : findMention(value, caret)
  const found = mention ? matching(sources, mention.typed) : []
  const isOpen = found.length > 0 && !disabled
  const chosen = found[Math.min(active, found.length - 1)]

  // React moves the caret of a replaced text to its end.
  useEffect(() => {
    if (placed.current === undefined) return
    area.current?.setSelectionRange(placed.current, placed.current)
    placed.current = undefined
  })

  const write = (next: { text: string; caret: number }) => {
    placed.current = next.caret
    setCaret(undefined)
    setActive(0)
    onChange(next.text)
  }
  const insert = (name: string) => {
    const at = caret ?? area.current?.selectionEnd ?? value.length
    write(insertReference(value, at, name))
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: from, selectionEnd: to } = event.currentTarget
    if (event.key === 'Backspace' && from === to) {
      const removed = removeReferenceBefore(value, from)
      if (!removed) return
      event.preventDefault()
      return write(removed)
    }
    if (!isOpen) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : found.length - 1
      setActive((Math.min(active, found.length - 1) + by) % found.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) insert(chosen.name)
    else if (event.key === 'Escape') setCaret(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <Textarea
        ref={area}
        id={id}
        label={label}
        hint={hint}
        error={error}
        disabled={disabled}
        maxLength={maxLength}
        rows={3}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-names` : undefined}
        aria-activedescendant={isOpen && chosen ? `${id}-${chosen.name}` : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(undefined)}
        onChange={(event) => {
          setCaret(event.target.selectionEnd)
          setActive(0)
          onChange(event.target.value)
        }}
      />
      <p role="status" className="sr-only">
        {isOpen ? `${found.length} names. Arrow keys choose, Enter writes.` : ''}
      </p>
      {isOpen && (
        <ul
          id={`${id}-names`}
          role="listbox"
          aria-label={`What ${label} may name`}
          className="absolute inset-x-0 z-20 mt-1 max-h-64 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-high"
        >
          {found.map((source) => (
            <li
              key={source.name}
              id={`${id}-${source.name}`}
              role="option"
              aria-selected={source === chosen}
              // Before the field loses the focus, which would close the list.
              onMouseDown={(event) => {
                event.preventDefault()
                insert(source.name)
              }}
              className={cx(
                'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3',
                source === chosen ? 'bg-sunken' : '',
              )}
            >
              <span>{source.label}</span>
              <span className="text-sm text-muted">{source.from}</span>
            </li>
          ))}
        </ul>
      )}
      <Chips label={label} value={value} sources={sources} disabled={disabled} onInsert={insert} />
    </div>
  )
}

/** What the words name, and what else they could name: a tap writes it at the caret. */
function Chips({
  label,
  value,
  sources,
  disabled,
  onInsert,
}: {
  label: string
  value: string
  sources: readonly Source[]
  disabled: boolean
  onInsert: (name: string) => void
}) {
  const { goTo } = useEditing()
  const light = useLight()
  const used = [...new Set(referencesIn(value))]
  const free = sources.filter(({ name }) => !used.includes(name))
  if (used.length + free.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5 text-sm">
      {used.map((name) => {
        const source = sources.find((one) => one.name === name)
        return source ? (
          <button
            key={name}
            type="button"
            aria-label={`Go to ${source.label}`}
            onClick={() => goTo(name)}
            {...light(name)}
            className="min-h-11 rounded-full bg-accent-wash px-3 text-ink"
          >
            {source.label}
          </button>
        ) : (
          <span key={name} className="rounded-full bg-danger-wash px-2.5 py-1 text-danger">
            {name}: unknown here
          </span>
        )
      })}
      {!disabled &&
        free.map((source) => (
          <button
            key={source.name}
            type="button"
            aria-label={`Insert ${source.label} into ${label}`}
            onClick={() => onInsert(source.name)}
            className="min-h-11 rounded-full border border-dashed border-line-strong px-3 text-muted transition-colors hover:border-ink hover:text-ink"
          >
            + {source.label}
          </button>
        ))}
    </div>
  )
}

function matching(sources: readonly Source[], typed: string): readonly Source[] {
  const wanted = typed.toLowerCase()
  return sources.filter(
    ({ name, label }) =>
      name.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted),
  )
}
