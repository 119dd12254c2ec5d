import { NUMBER_LOOKS, type NumberLook } from '@vignette/contract/number-looks.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { Select } from '../../../ui/field.tsx'
import { changeKind, changeLook } from '../change-kind.ts'
import { keyOfInput, type Parts, readText } from '../document/read-parts.ts'
import { type InputKind, KIND_OPTIONS, readKind } from '../input-kinds.ts'
import { ChoiceEditor, readChoices } from './choice-editor.tsx'
import { useEditing } from './editing.ts'
import { IdeasField } from './ideas-field.tsx'
import { KeyField } from './key-field.tsx'
import { PatternField } from './pattern-field.tsx'
import { SizeField } from './size-field.tsx'
import { NumberField, TextField } from './text-field.tsx'

/** What the buyer is asked for. */
export function InputFields({
  input,
  path,
  onLabel,
  onKey,
}: {
  input: Parts
  path: JsonPath
  onLabel: (label: string) => void
  onKey: (key: string) => void
}) {
  const { readOnly, faultAt, set } = useEditing()
  const kind = readKind(input)
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Label"
          hint="What the buyer reads above the field"
          path={[...path, 'display_name']}
          value={readText(input, 'display_name')}
          maxLength={RECIPE.nameMax}
          onText={onLabel}
        />
        <Select
          label="Asks for"
          options={KIND_OPTIONS}
          value={kind}
          error={faultAt(formatJsonPath([...path, 'type']))}
          disabled={readOnly}
          onChange={(event) => set(path, changeKind(input, event.target.value as InputKind))}
        />
      </div>
      <TextField
        label="Help"
        path={[...path, 'description']}
        value={readText(input, 'description')}
        maxLength={RECIPE.descriptionMax}
      />
      <Checkbox
        label="The buyer must answer"
        className="min-h-11 items-center"
        disabled={readOnly}
        checked={input.required !== false}
        onChange={(event) => set([...path, 'required'], event.target.checked)}
      />
      <KindFields kind={kind} input={input} path={path} />
      <details>
        <summary className="flex min-h-11 w-fit items-center text-sm text-muted hover:text-ink">
          Advanced
        </summary>
        <div className="mt-2 flex flex-col gap-5">
          <KeyField
            label="Key"
            hint="The name in {{references}}; a new key is written into each of them"
            path={[...path, 'key']}
            value={keyOfInput(input)}
            onRename={onKey}
          />
          {(kind === 'words' || kind === 'long') && <PatternField input={input} path={path} />}
          {kind === 'image' && <FileCounts input={input} path={path} things="photos" />}
          {kind === 'video' && <FileCounts input={input} path={path} things="videos" />}
        </div>
      </details>
    </>
  )
}

const LOOKS: { value: NumberLook | ''; label: string }[] = [
  { value: '', label: 'A number to type' },
  { value: 'slider', label: 'A slider' },
  { value: 'date', label: 'A date, such as 20190614 in your prompt' },
]
const ENDS = [
  ['value', 'Filled in'],
  ['min', 'At least'],
  ['max', 'At most'],
] as const

function End({
  name,
  label,
  path,
  input,
}: {
  name: string
  label: string
  path: JsonPath
  input: Parts
}) {
  const { readOnly, faultAt, set } = useEditing()
  const value = readText(input, name)
  if (input['look'] !== 'date') return <NumberField label={label} path={path} value={value} />
  return (
    <DayField
      label={label}
      value={value}
      disabled={readOnly}
      error={faultAt(formatJsonPath(path))}
      onDay={(day) => set(path, day)}
    />
  )
}

function KindFields({ kind, input, path }: { kind: InputKind; input: Parts; path: JsonPath }) {
  const { readOnly, faultAt, set } = useEditing()
  const value = readText(input, 'value')
  switch (kind) {
    case 'words':
    case 'long':
      return (
        <>
          <IdeasField input={input} path={path} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Filled in"
              hint="What the field holds before the buyer types"
              path={[...path, 'value']}
              value={value}
            />
            <NumberField
              label="Characters at most"
              path={[...path, 'max_length']}
              value={readText(input, 'max_length')}
              placeholder="500"
            />
          </div>
        </>
      )
    case 'number':
      return (
        <>
          <Select
            label="Asked by"
            options={LOOKS}
            value={readText(input, 'look')}
            error={faultAt(formatJsonPath([...path, 'look']))}
            disabled={readOnly}
            onChange={({ target }) =>
              set(
                path,
                changeLook(
                  input,
                  NUMBER_LOOKS.find((look) => look === target.value),
                ),
              )
            }
          />
          <div className="grid gap-5 sm:grid-cols-3">
            {ENDS.map(([name, label]) => (
              <End key={name} label={label} path={[...path, name]} input={input} name={name} />
            ))}
          </div>
        </>
      )
    case 'choice':
      return (
        <>
          <ChoiceEditor input={input} path={path} />
          <Select
            label="Chosen at first"
            placeholder="None"
            options={readChoices(input).filter((one) => one.value !== '')}
            value={value}
            disabled={readOnly}
            onChange={({ target }) => set([...path, 'value'], target.value || undefined)}
          />
        </>
      )
    case 'image':
      return typeof input.max_files !== 'number' && <SizeField input={input} path={path} />
    default:
      return null
  }
}

const COUNTS = Array.from({ length: RECIPE.inputFilesMax }, (_, at) => String(at + 1))

/** How many files the buyer may give, and, where it is more than one, must give. */
function FileCounts({ input, path, things }: { input: Parts; path: JsonPath; things: string }) {
  const { readOnly, faultAt, set } = useEditing()
  const most = readText(input, 'max_files') || '1'
  const field = (name: 'max_files' | 'min_files', label: string, counts: string[]) => (
    <Select
      label={label}
      options={counts.map((value) => ({ value, label: value }))}
      value={readText(input, name) || '1'}
      disabled={readOnly}
      error={faultAt(formatJsonPath([...path, name]))}
      onChange={({ target: { value } }) => {
        if (name === 'min_files')
          return set([...path, name], value === '1' ? undefined : Number(value))
        const { max_files: _, min_files: fewest, image_size: size, ...rest } = input
        if (value === '1')
          return set(path, { ...rest, ...(size !== undefined && { image_size: size }) })
        const kept = typeof fewest === 'number' && fewest <= Number(value)
        set(path, { ...rest, max_files: Number(value), ...(kept && { min_files: fewest }) })
      }}
    />
  )
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {field('max_files', `How many ${things} at most`, COUNTS)}
      {most !== '1' && field('min_files', 'And at least', COUNTS.slice(0, Number(most)))}
    </div>
  )
}
