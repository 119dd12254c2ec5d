import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { useRef } from 'react'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Plus, X } from '../../../ui/icons.tsx'
import { listOf, type Parts, partsOf, readText } from '../document/read-parts.ts'
import { MoveButton } from './editable-card.tsx'
import { useEditing } from './editing.ts'

export interface Choice {
  value: string
  label: string
}

export function readChoices(input: Parts): Choice[] {
  return listOf(input.options).map((one) => {
    if (typeof one === 'string') return { value: one, label: one }
    const parts = partsOf(one)
    return { value: readText(parts, 'value'), label: readText(parts, 'label') }
  })
}

/** Choices that say the same to the buyer and to the steps are written as one text. */
function writeChoice({ value, label }: Choice): string | Choice {
  return value === label ? label : { value, label }
}

/** The choices of an input: what the buyer reads, and what the steps get. */
export function ChoiceEditor({ input, path }: { input: Parts; path: JsonPath }) {
  const { readOnly, faultAt, set, announce } = useEditing()
  const list = useRef<HTMLOListElement>(null)
  const choices = readChoices(input)
  const write = (next: readonly Choice[]) => set([...path, 'options'], next.map(writeChoice))
  const change = (i: number, next: Partial<Choice>) =>
    write(choices.map((one, at) => (at === i ? { ...one, ...next } : one)))
  const add = (at: number) => {
    write(choices.toSpliced(at, 0, { value: '', label: '' }))
    // The row is there after the next paint.
    requestAnimationFrame(() =>
      list.current?.children[at]?.querySelector<HTMLInputElement>('input')?.focus(),
    )
  }
  const move = (from: number, to: number) => {
    const [moved] = choices.slice(from, from + 1)
    if (!moved) return
    write(choices.toSpliced(from, 1).toSpliced(to, 0, moved))
    announce(`${moved.label || 'Choice'} is now choice ${to + 1} of ${choices.length}.`)
  }
  const fault = faultAt(formatJsonPath([...path, 'options']))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">Choices</legend>
      {fault && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {fault}
        </p>
      )}
      <ol ref={list} className="flex flex-col gap-3">
        {choices.map((choice, i) => {
          const name = `choice ${i + 1}`
          return (
            // A choice has no identity but its place while both of its texts are being typed.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={i} className="flex flex-wrap items-end gap-2">
              <div className="min-w-0 grow basis-36">
                <Input
                  label={`Choice ${i + 1}`}
                  maxLength={RECIPE.optionMax}
                  disabled={readOnly}
                  value={choice.label}
                  error={faultAt(formatJsonPath([...path, 'options', i]))}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    add(i + 1)
                  }}
                  onChange={({ target }) =>
                    change(i, {
                      label: target.value,
                      ...(choice.value === choice.label ? { value: target.value } : {}),
                    })
                  }
                />
              </div>
              <div className="min-w-0 grow basis-36">
                <Input
                  label={`The steps get, for choice ${i + 1}`}
                  maxLength={RECIPE.optionMax}
                  disabled={readOnly}
                  value={choice.value}
                  onChange={({ target }) => change(i, { value: target.value })}
                />
              </div>
              <div className="flex">
                <MoveButton
                  name={name}
                  up
                  disabled={readOnly || i === 0}
                  onClick={() => move(i, i - 1)}
                />
                <MoveButton
                  name={name}
                  disabled={readOnly || i === choices.length - 1}
                  onClick={() => move(i, i + 1)}
                />
                <Button
                  kind="ghost"
                  size="icon"
                  aria-label={`Remove ${name}`}
                  disabled={readOnly}
                  onClick={() => write(choices.toSpliced(i, 1))}
                >
                  <Icon of={X} />
                </Button>
              </div>
            </li>
          )
        })}
      </ol>
      <Button
        kind="secondary"
        className="mt-3"
        disabled={readOnly || choices.length >= RECIPE.optionsMax}
        onClick={() => add(choices.length)}
      >
        <Icon of={Plus} size={16} />
        Add a choice
      </Button>
    </fieldset>
  )
}
