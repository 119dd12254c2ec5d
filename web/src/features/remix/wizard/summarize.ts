import { labelOfValue } from '@vignette/contract/labels.ts'
import { SUMMARY } from '@vignette/contract/recipe-limits.ts'
import { type FileValue, fileKindOf, isFileValue, type StepValue, type WizardStep } from './step.ts'

const IMAGE_URL = /^(data:image\/|blob:)|\.(jpe?g|png|webp|gif|avif)([?#]|$)/i
const FILE_URL = /^(https?:\/)?\/\S*\.(mp4|webm|mov|mp3|wav|ogg|m4a)([?#]|$)/i

type SummaryPart =
  | { kind: 'image'; url: string }
  | { kind: 'file'; text: string }
  /** `whole` is the uncut text. */
  | { kind: 'text'; text: string; whole?: string }
  | { kind: 'more'; text: string }

/** The parts of an input in a list: thumbnails, at most three of an array, strings cut at 50. */
export function summarizeInput(value: unknown): SummaryPart[] {
  if (Array.isArray(value)) {
    const shown = value.slice(0, SUMMARY.arrayItems).flatMap((item) => summarizeInput(item))
    const rest = value.length - SUMMARY.arrayItems
    return rest > 0 ? [...shown, { kind: 'more', text: `+${rest} more` }] : shown
  }
  if (value === null || value === undefined) return []
  if (typeof value === 'object') {
    const { url } = value as { url?: unknown }
    return typeof url === 'string' ? summarizeInput(url) : []
  }
  const text = String(value as string | number | boolean)
  if (IMAGE_URL.test(text)) return [{ kind: 'image', url: text }]
  if (FILE_URL.test(text)) return [{ kind: 'file', text: cutText(fileNameOf(text)) }]
  return [textPart(text)]
}

/** A step's value as a list shows it: a choice by its label. */
export function summarizeStep(step: WizardStep, value: StepValue | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => summarizeFile(step.step_type, one))
  if (isFileValue(value)) return summarizeFile(step.step_type, value)
  return labelOfValue(step, value)
}

/** A picture as a thumbnail; a film or a sound by its file name. */
export function summarizeFile(type: string, { thumbnail, url, fileName }: FileValue): string {
  return fileKindOf(type) === 'image' ? (thumbnail ?? url) : fileName
}

function cutText(text: string): string {
  return text.length > SUMMARY.stringLength ? `${text.slice(0, SUMMARY.stringLength)}...` : text
}

function fileNameOf(url: string): string {
  const path = url.split(/[?#]/)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1)
}

function textPart(text: string): SummaryPart {
  const cut = cutText(text)
  return cut === text ? { kind: 'text', text } : { kind: 'text', text: cut, whole: text }
}
