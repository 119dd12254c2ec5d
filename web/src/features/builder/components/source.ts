import type { ValueKind } from '@vignette/contract/input-types.ts'

/** Something that a step may name: an input, or a step before it. */
export interface Source {
  name: string
  label: string
  kind: ValueKind
  from: 'input' | 'step'
}
