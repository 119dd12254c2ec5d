import {
  type Change,
  compareFields,
  type FieldWords,
  isSame,
  type Parts,
  textOf,
} from './compare-fields.ts'
import { compareParts } from './compare-parts.ts'
import { labelOfValue } from './labels.ts'
import type { MatchedParts, NamedParts } from './match-parts.ts'

const FIELDS: FieldWords = {
  display_name: { words: 'label' },
  type: { words: 'type' },
  description: { words: 'help', isText: true },
  ideas: { words: 'ideas' },
  image_size: { words: 'size' },
  max_length: { words: 'most characters' },
  pattern: { words: 'pattern' },
  min: { words: 'lowest' },
  max: { words: 'highest' },
  max_files: { words: 'most files', absent: '1' },
  min_files: { words: 'fewest files', absent: '1' },
  look: { words: 'look', absent: 'number' },
}
const TOLD_APART = ['key', 'name', 'required', 'options', 'value']

export function compareInputs({ both, removed, added, isReordered }: MatchedParts): Change[] {
  return [
    ...removed.map((one) => ({ sentence: `${title(one)} removed` })),
    ...added.map((one) => ({ sentence: `${title(one)} added` })),
    ...both.flatMap(({ before, after }) => compareInput(before, after)),
    ...(isReordered ? [{ sentence: 'Inputs in another order' }] : []),
  ]
}

function compareInput(before: NamedParts, after: NamedParts): Change[] {
  const subject = title(after)
  const [wasRequired, isRequired] = [before, after].map(({ parts }) => parts.required !== false)
  return [
    ...(before.name === after.name
      ? []
      : [{ sentence: `${subject}: key ${before.name} → ${after.name}` }]),
    ...compareFields(subject, fieldsOf(before), fieldsOf(after), FIELDS),
    ...compareDefaults(subject, before.parts, after.parts),
    ...(wasRequired === isRequired
      ? []
      : [
          {
            sentence: isRequired ? `${subject} is required now` : `${subject} may be left out now`,
          },
        ]),
    ...compareOptions(subject, before.parts.options, after.parts.options),
  ]
}

function fieldsOf(one: NamedParts): Parts {
  const fields = Object.entries(one.parts).filter(([field]) => !TOLD_APART.includes(field))
  const ends = ['min', 'max'].filter((field) => field in one.parts)
  return {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(ends.map((field) => [field, readDay(one.parts, one.parts[field])])),
    display_name: labelOf(one),
  }
}

/** A choice's default is told by its label; another label alone is another option's news. */
function compareDefaults(subject: string, before: Parts, after: Parts): Change[] {
  if (isSame(before.value, after.value)) return []
  const [from, to] = [before, after].map((parts) => ({
    value: optionsOf(parts.options).get(textOf(parts.value)) ?? readDay(parts, parts.value),
  }))
  return compareFields(subject, from ?? {}, to ?? {}, { value: { words: 'default' } })
}

/** A day in words, where the input asks for one. */
const readDay = ({ look }: Parts, value: unknown) =>
  look === 'date' ? labelOfValue({ options: [], look }, value) : value

function compareOptions(subject: string, before: unknown, after: unknown): Change[] {
  const [olds, news] = [optionsOf(before), optionsOf(after)]
  const [lost, gained] = [without(olds, news), without(news, olds)]
  const called = [...news].filter(([value, label]) => (olds.get(value) ?? label) !== label)
  const order = [olds, news].map((one) =>
    [...one.keys()].filter((value) => olds.has(value) && news.has(value)),
  )
  const isReordered = compareParts(order[0] ?? [], order[1] ?? []).some(({ is }) => is !== 'kept')
  return [
    ...(gained.length > 0 ? [{ sentence: `${subject} gained ${gained.join(', ')}` }] : []),
    ...(lost.length > 0 ? [{ sentence: `${subject} lost ${lost.join(', ')}` }] : []),
    ...called.map(([value, label]) => ({
      sentence: `${subject}: option ${olds.get(value)} → ${label}`,
    })),
    ...(isReordered ? [{ sentence: `${subject}: options in another order` }] : []),
  ]
}

/** The labels by value. */
function optionsOf(written: unknown): Map<string, string> {
  const list: unknown[] = Array.isArray(written) ? written : []
  return new Map(
    list.map((option) => {
      const { value, label } = Object(option) as Parts
      return typeof option === 'string'
        ? [option, option]
        : [textOf(value), textOf(label) || textOf(value)]
    }),
  )
}

function without(options: Map<string, string>, others: Map<string, string>): string[] {
  return [...options].filter(([value]) => !others.has(value)).map(([, label]) => label)
}

function labelOf({ parts, name }: NamedParts): string {
  return textOf(parts.display_name) || textOf(parts.name) || name
}

function title(one: NamedParts): string {
  return `Input "${labelOf(one)}"`
}
