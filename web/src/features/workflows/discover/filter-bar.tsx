import { CATEGORIES, type Category, nameCategory } from '@vignette/contract/categories.ts'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../../lib/client.ts'
import { cx } from '../../../ui/class-names.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import type { WorkflowFilters } from '../api.ts'
import { readSort, SORTS } from './filters.ts'
import type { Filter } from './use-filters.ts'

const TYPING_PAUSE_MS = 250

interface Props {
  filters: WorkflowFilters
  onChange: (key: Filter, value: string) => void
}

export function FilterBar({ filters, onChange }: Props) {
  return (
    <search className="flex flex-col gap-3 lg:flex-row lg:items-center">
      <SearchField value={filters.q ?? ''} onChange={(value) => onChange('q', value)} />
      <div className="flex flex-wrap gap-2 lg:ml-auto">
        <Choice
          label="Category"
          value={filters.category ?? ''}
          options={[
            ['', 'All kinds'],
            ...CATEGORIES.map((one) => [one, nameCategory(one)] as const),
          ]}
          onChange={(value) => onChange('category', value)}
        />
        <Choice
          label="Output"
          value={filters.output_type ?? ''}
          options={[
            ['', 'All media'],
            ['image', 'Pictures'],
            ['video', 'Film'],
          ]}
          onChange={(value) => onChange('output_type', value)}
        />
        <Choice
          label="Price"
          value={filters.price ?? ''}
          options={[
            ['', 'Any price'],
            ['free', 'Free'],
            ['paid', 'Paid'],
          ]}
          onChange={(value) => onChange('price', value)}
        />
        <Choice
          label="Sort by"
          value={readSort(filters)}
          options={SORTS.map((sort) => [sort.value, sort.label] as const)}
          onChange={(value) => onChange('sort', value === 'newest' ? '' : value)}
        />
      </div>
    </search>
  )
}

/** Each kind with a picture of it; a second press takes the kind away. */
export function KindChips({
  chosen,
  kinds = [],
  onChange,
}: {
  chosen: Category | undefined
  kinds: Answer<'listWorkflows'>['kinds']
  onChange: Props['onChange']
}) {
  const pictures = new Map(kinds.map(({ category, picture }) => [category, picture]))
  return (
    <ul aria-label="Kinds" className="scroll-fade -mx-1 flex gap-2 overflow-x-auto p-1">
      {CATEGORIES.map((kind) => (
        <li key={kind} className="shrink-0">
          <button
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => onChange('category', kind === chosen ? '' : kind)}
            className="flex h-12 items-center gap-2.5 rounded-full border border-line bg-surface pr-4.5 pl-1 text-[0.9375rem] transition-colors hover:border-line-strong aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
          >
            <span className="size-10 overflow-hidden rounded-full bg-sunken">
              {pictures.has(kind) && (
                <img
                  src={pictures.get(kind)}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover object-[50%_30%]"
                />
              )}
            </span>
            {nameCategory(kind)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Searches during typing, after a short pause; follows a change of the URL. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (next: string) => {
    clearTimeout(timer.current)
    sent.current = next.trim()
    onChange(next.trim())
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), TYPING_PAUSE_MS)
  }

  return (
    <form
      className="relative w-full lg:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
    >
      <Glyph of="search" className="pointer-events-none absolute top-3.5 left-4 text-muted" />
      <input
        type="search"
        name="q"
        aria-label="Search recipes"
        placeholder="Search recipes and creators"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => type(event.target.value)}
        className="h-11.5 w-full rounded-full border border-line-strong bg-surface pr-11 pl-11 transition-colors hover:border-ink/60 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            setText('')
            send('')
          }}
          className="absolute top-1.5 right-2 grid size-9 place-items-center rounded-full text-muted hover:text-ink"
        >
          <Glyph of="close" size={16} />
        </button>
      )}
    </form>
  )
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}) {
  const set = value !== '' && value !== 'newest'
  return (
    <span className="relative">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          'field-sizing-content h-11.5 max-w-full appearance-none rounded-full border bg-surface pr-9 pl-4 text-[0.9375rem] transition-colors hover:border-ink/60',
          set ? 'border-ink font-medium' : 'border-line-strong',
        )}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        className="pointer-events-none absolute top-1/2 right-3.5 size-3.5 -translate-y-1/2 text-muted"
      >
        <path d="m4 6 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.7" />
      </svg>
    </span>
  )
}
