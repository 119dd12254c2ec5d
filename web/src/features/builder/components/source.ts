/** Something that a step may name: an input, or a step before it. */
export interface Source {
  name: string
  label: string
  kind: 'text' | 'image' | 'video' | 'audio'
  from: 'input' | 'step'
}
