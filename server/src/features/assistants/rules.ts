import type { Scope } from '@vignette/contract/account-limits.ts'
import { rulesOf, type ValueKind } from '@vignette/contract/input-types.ts'
import { textLimit } from '@vignette/contract/input-values.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'

export interface JsonSchema {
  type?: string
  description?: string
  default?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
}

/** How much of a creator's text an assistant reads where it chooses a tool. */
const CUT = { label: 80, text: 300 } as const

/**
 * The inputs of a recipe as JSON Schema. A creator's pattern is left out, since it would run in
 * the caller's program; the run itself checks it.
 */
export function schemaOfInputs(inputs: readonly WorkflowInput[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.key, schemaOfInput(input)])),
    required: inputs.filter(isAsked).map(({ key }) => key),
    additionalProperties: false,
  }
}

function isAsked({ required, value }: WorkflowInput): boolean {
  return required && (value === null || value === '')
}

function schemaOfInput(input: WorkflowInput): JsonSchema {
  const { brings } = rulesOf(input)
  const preset = input.value === null || input.value === '' ? {} : { default: input.value }
  const words = `Labelled ${quote(input.display_name, CUT.label)}${
    input.description ? `, described ${quote(input.description)}` : ''
  }`
  if (brings !== 'text') {
    const description = `${words}. ${FILE[brings]}`
    const { max_files: maxItems, min_files: minItems = 1 } = input
    return maxItems
      ? { type: 'array', items: { type: 'string' }, minItems, maxItems, description }
      : { type: 'string', description, ...preset }
  }
  if (input.options.length > 0) {
    const labels = input.options
      .filter(({ value, label }) => label !== value)
      .map(({ value, label }) => `${quote(value, CUT.label)} is ${quote(label, CUT.label)}`)
    return {
      type: 'string',
      enum: input.options.map(({ value }) => value.trim()),
      description: [words, ...labels].join('; '),
      ...preset,
    }
  }
  if (input.numeric) {
    return {
      type: 'number',
      description: words,
      ...(input.min === null ? {} : { minimum: input.min }),
      ...(input.max === null ? {} : { maximum: input.max }),
      ...(preset.default === undefined ? {} : { default: Number(preset.default) }),
    }
  }
  return { type: 'string', description: words, maxLength: textLimit(input), ...preset }
}

const uploaded = (kind: string) =>
  `The url that POST /api/v1/upload/${kind} answered for a file of this account`

const FILE: Record<Exclude<ValueKind, 'text'>, string> = {
  image: uploaded('image'),
  video: uploaded('video'),
  audio: uploaded('audio'),
}

/** Letters that no reader sees, or that turn or break a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\s]+/gu

/** A creator's text on one line, cut, and without invisible letters. */
export function lineOf(text: string, most: number = CUT.text): string {
  const letters = Array.from(text.replace(UNSEEN, ' ').trim())
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : letters.join('')
}

/**
 * The same within our own sentence: in quotes that it cannot close, and without the signs of
 * markup.
 */
export function quote(text: string, most?: number): string {
  return JSON.stringify(lineOf(text, most)).replace(
    /[<>&`]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The last part of a recipe's id names its tool: it stays when the recipe is renamed. */
const PINNED = /^recipe_([0-9a-f]{12})$/

export function toolOf(workflowId: string): string {
  return `recipe_${workflowId.slice(-12)}`
}

export function pinnedIn(tool: string): string | undefined {
  return PINNED.exec(tool)?.[1]
}

/** What an access token must have been made for to call a tool; the tool's own calls ask again. */
export function scopeOfTool(tool: string): Scope[] {
  return READING.includes(tool) ? ['workflows:read'] : ['run']
}

const READING = ['search_workflows', 'get_workflow']
