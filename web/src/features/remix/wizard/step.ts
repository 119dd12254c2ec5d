import { INPUT_TYPES, isInputType, rulesOf, stepTypeOf } from '@vignette/contract/input-types.ts'
import type { DeclaredInput } from '@vignette/contract/input-values.ts'
import { capitalise } from '@vignette/contract/labels.ts'
import type { UploadKind } from '@vignette/contract/upload-limits.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'

/** An uploaded file, or an edited picture as a data URL. */
export interface FileValue {
  url: string
  id: string | null
  fileName: string
  fileSize: number
  contentType: string
  /** A small picture, kept only in this tab. */
  thumbnail: string | null
  /** The uploaded file that an edited picture was made of, which outlives a reload until the edit is uploaded. */
  madeOf?: string
}

/** A list where the step takes several files. */
export type StepValue = string | FileValue | FileValue[] | null

export interface ImageSize {
  width: number
  height: number
}

export interface WizardStep extends DeclaredInput {
  key: string
  title: string
  description: string
  initial: StepValue
  imageSize: ImageSize | null
  options: { value: string; label: string }[]
  /** Texts to tap, for a typed step. */
  ideas: readonly string[]
}

export function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'url' in value
}

/** The files of a step's value, in their order. */
export function filesOf(value: StepValue | undefined): FileValue[] {
  return [value].flat().filter(isFileValue)
}

export function fileKindOf(type: string): UploadKind | null {
  const { brings } = rulesOf({ step_type: type })
  return brings === 'text' ? null : brings
}

export function isTextStep(step: WizardStep): boolean {
  return isInputType(step.step_type) && INPUT_TYPES[step.step_type].isTyped
}

export function parseImageSize(text: string | null): ImageSize | null {
  const match = /^(\d{2,4})x(\d{2,4})$/.exec(text ?? '')
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null
}

export function toWizardStep(input: WorkflowInput): WizardStep {
  // A server may give the written type alone.
  const given: string | undefined = input.step_type
  const step_type = given ?? stepTypeOf({ type: input.type, options: input.options })
  return {
    key: input.key,
    step_type,
    title: input.display_name || input.name || input.key,
    description: input.description,
    required: input.required,
    initial: readValue({ step_type, max_files: input.max_files }, input.value),
    imageSize: parseImageSize(input.image_size),
    options: input.options.map(({ value, label }) => ({ value, label: capitalise(label) })),
    ideas: input.ideas ?? [],
    max_length: input.max_length,
    pattern: input.pattern,
    min: input.min,
    max: input.max,
    numeric: input.numeric,
    max_files: input.max_files,
    min_files: input.min_files,
    look: input.look,
  }
}

/** Converts a saved, prefilled or paid value to the step's own kind. */
export function readValue(
  { step_type, max_files }: Pick<WizardStep, 'step_type' | 'max_files'>,
  value: unknown,
): StepValue {
  if (fileKindOf(step_type)) {
    const files = [value].flat().flatMap((one) => readFile(one) ?? [])
    return max_files ? files : (files[0] ?? null)
  }
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

function readFile(given: unknown): FileValue | null {
  if (typeof given === 'string') return given ? fileFromUrl(given, null) : null
  if (typeof given !== 'object' || given === null || !('url' in given)) return null
  const { url, id } = given as { url?: unknown; id?: unknown }
  return typeof url === 'string' ? fileFromUrl(url, typeof id === 'string' ? id : null) : null
}

function fileFromUrl(url: string, id: string | null): FileValue {
  const name = url.startsWith('data:') ? 'Edited image' : (url.split(/[?#]/)[0] ?? '')
  const fileName = decodeName(name.slice(name.lastIndexOf('/') + 1)) || 'File'
  return { url, id, fileName, fileSize: 0, contentType: '', thumbnail: null }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
