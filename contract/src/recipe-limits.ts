import { MEGABYTE } from './upload-limits.ts'

export const INPUT_ANALYTICS_THROTTLE_MS = 1_000

export const TEXT_MAX = 500
export const TEXT_WARN_AT = 0.9
export const TEXTAREA_OVER = 120
export const SELECT_RADIO_MAX = 5
export const SUMMARY = { stringLength: 50, arrayItems: 3 } as const

export const RECIPE = {
  maxSteps: 20,
  maxInputs: 20,
  maxParams: 100,
  /** Files of one creation. */
  maxFiles: 16,
  nameMax: 120,
  descriptionMax: 2_000,
  promptMax: 4_000,
  /** Characters that references may insert into one step. */
  broughtInMax: 20_000,
  videosMax: 10,
  /** Files that one input takes. */
  inputFilesMax: 10,
  optionsMax: 50,
  optionMax: 200,
  ideasMax: 5,
} as const
/** Limits for one creator; for an approved creator only the document's size is limited. */
export const PUBLISHING = {
  inAll: 100,
  documentBytes: 64 * 1024,
  /** For a document including the graphs of its ComfyUI steps. */
  graphBytes: 600 * 1024,
  creatorBytes: 20 * MEGABYTE,
  /** An account younger than this gets a limited number of recipes a day into Discover. */
  newcomerDays: 7,
} as const
/** What a creator says about a version, in characters. */
export const VERSION_NOTE_MAX = 140
/** An objection to an admin’s hiding, in characters. */
export const OBJECTION_MAX = 1000
/** A recipe that was taken down can come back for this long. */
export const RESTORABLE_DAYS = 30
export const LICENSES = ['personal', 'commercial', 'cc-by'] as const
export type License = (typeof LICENSES)[number]
