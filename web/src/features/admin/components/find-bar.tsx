import { useState } from 'react'
import { useQueryParams } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input, type Option, Select } from '../../../ui/field.tsx'

/** What is looked for stands in the address, so that a page can link to what it found. */
export function FindBar({
  label,
  filter,
}: {
  label: string
  filter?: { name: string; label: string; options: Option[] }
}) {
  const [params, setParams] = useQueryParams()
  const q = params.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const change = (next: Record<string, string>) =>
    setParams((now) => {
      const query = new URLSearchParams(now)
      for (const [name, value] of Object.entries(next)) {
        if (value) query.set(name, value)
        else query.delete(name)
      }
      return query
    })
  return (
    <form
      noValidate
      role="search"
      className="flex max-w-3xl flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        change({ q: typed.trim() })
      }}
    >
      <div className="min-w-0 flex-1 basis-64">
        <Input
          label={label}
          value={typed}
          maxLength={320}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" kind="secondary">
        Find
      </Button>
      {filter && (
        <div className="w-44">
          <Select
            label={filter.label}
            options={filter.options}
            value={params.get(filter.name) ?? ''}
            onChange={(event) => change({ [filter.name]: event.target.value })}
          />
        </div>
      )}
      {q && (
        <Button
          kind="ghost"
          onClick={() => {
            setTyped('')
            change({ q: '' })
          }}
        >
          Show all
        </Button>
      )}
    </form>
  )
}
