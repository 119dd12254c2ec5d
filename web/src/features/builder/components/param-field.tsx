import { useState } from 'react'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input, Select, Textarea } from '../../../ui/field.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { type ParamField as Declared, hasSlider } from '../read-params.ts'

interface Props {
  field: Declared
  /** Undefined where the recipe gives no value, and the provider takes its own. */
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
  disabled: boolean
}

/** A fixed value of a param, in the form that the provider's schema asks for. */
export function ParamField(props: Props) {
  const { field, value, onChange, error, disabled } = props
  const hint = hintOf(field)
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          label={field.label}
          hint={field.hint}
          error={error}
          disabled={disabled}
          placeholder={
            field.fallback === undefined ? 'Not set' : `${write(field.fallback)} (default)`
          }
          options={withWritten(field.choices, value).map((one) => ({
            value: String(one),
            label: String(one),
          }))}
          value={write(value)}
          onChange={(event) => {
            const chosen = field.choices.find((one) => String(one) === event.target.value)
            onChange(chosen)
          }}
        />
      )
    case 'switch':
      return (
        <div>
          <Checkbox
            label={field.label}
            hint={error ? undefined : field.hint}
            disabled={disabled}
            checked={value === undefined ? field.fallback === true : value === true}
            onChange={(event) => onChange(event.target.checked)}
            className="min-h-11 items-center"
          />
          <Refused error={error} />
        </div>
      )
    case 'number':
      return <NumberField {...props} hint={hint} />
    case 'colour':
      return <ColourField {...props} hint={hint} />
    case 'text':
      return (
        <Input
          label={field.label}
          hint={hint}
          error={error}
          disabled={disabled}
          maxLength={field.maxLength}
          value={write(value)}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      )
    case 'json':
      return <JsonField {...props} hint={hint} />
  }
}

function NumberField({ field, value, onChange, error, disabled, hint }: Props & { hint: string }) {
  const shown = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const at = Number(shown === '' ? (field.fallback ?? field.min ?? 0) : shown)
  return (
    <div>
      {hasSlider(field) && (
        <Slider
          label={field.label}
          value={Number.isFinite(at) ? at : (field.min ?? 0)}
          min={field.min ?? 0}
          max={field.max ?? 1}
          step={field.step ?? 1}
          disabled={disabled}
          onChange={(next) => onChange(Number(next.toFixed(4)))}
        />
      )}
      <Input
        label={hasSlider(field) ? `${field.label}, exactly` : field.label}
        hideLabel={hasSlider(field)}
        hint={hint}
        error={error}
        disabled={disabled}
        inputMode="decimal"
        placeholder={field.fallback === undefined ? '' : `${write(field.fallback)} (default)`}
        value={shown}
        onChange={(event) => onChange(readNumber(event.target.value))}
      />
    </div>
  )
}

function ColourField({ field, value, onChange, error, disabled, hint }: Props & { hint: string }) {
  const written = typeof value === 'string' ? value : ''
  return (
    <div className="flex items-end gap-3">
      <input
        type="color"
        aria-label={`${field.label}, chosen from a palette`}
        disabled={disabled}
        value={/^#[0-9a-f]{6}$/i.test(written) ? written : '#000000'}
        onChange={(event) => onChange(event.target.value)}
        className="size-11 shrink-0 rounded-md border border-line-strong bg-surface p-1"
      />
      <div className="grow">
        <Input
          label={field.label}
          hint={hint}
          error={error}
          disabled={disabled}
          placeholder={typeof field.fallback === 'string' ? field.fallback : '#1a2b3c'}
          value={written}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </div>
    </div>
  )
}

/** A value that no field can show is written as JSON; the recipe changes once the JSON can be read. */
function JsonField({ field, value, onChange, error, disabled, hint }: Props & { hint: string }) {
  const current = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [typed, setTyped] = useState<{ from: string; text: string } | undefined>()
  const text = typed && typed.from === current ? typed.text : current
  const [fault, setFault] = useState<string | undefined>()
  const change = (next: string) => {
    const read = readJson(next)
    setFault(read.fault)
    if (read.fault) return setTyped({ from: current, text: next })
    setTyped({
      from: read.value === undefined ? '' : JSON.stringify(read.value, null, 2),
      text: next,
    })
    onChange(read.value)
  }
  return (
    <Textarea
      label={field.label}
      hint={hint || 'JSON'}
      error={fault ?? error}
      disabled={disabled}
      spellCheck={false}
      rows={4}
      className="font-mono text-sm"
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  )
}

function Refused({ error }: { error: string | undefined }) {
  if (!error) return null
  return (
    <p role="alert" className="text-sm text-danger">
      {error}
    </p>
  )
}

/** A value outside the list stays visible, so that the creator sees what is refused. */
function withWritten(choices: Declared['choices'], value: unknown): readonly (string | number)[] {
  const plain = typeof value === 'string' || typeof value === 'number'
  return plain && !choices.includes(value) ? [value, ...choices] : choices
}

function hintOf({ hint, min, max, maxLength }: Declared): string {
  const range =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `${min} or more`
        : max !== undefined
          ? `At most ${max}`
          : maxLength !== undefined
            ? `At most ${maxLength} characters`
            : ''
  return [hint, range].filter(Boolean).join(' · ')
}

/** A half-typed number stays as text, so that the field keeps what was typed. */
export function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return undefined
  return /^-?\d+(\.\d*[1-9])?$/.test(trimmed) ? Number(trimmed) : text
}

function readJson(text: string): { value?: unknown; fault?: string } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { fault: 'This is no valid JSON yet.' }
  }
}

function write(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
