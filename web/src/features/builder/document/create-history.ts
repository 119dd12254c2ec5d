import { applyChange, findTextChange, revertChange, type TextChange } from './find-text-change.ts'

/** Older edits are forgotten. */
const MAX_EDITS = 500

/** The undo stack of a text. Edits of one burst are undone as one. */
export function createHistory() {
  let done: TextChange[] = []
  let undone: TextChange[] = []
  let burst: string | undefined

  return {
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    /** Ends the burst, so that the next edit is undone by itself. */
    seal(): void {
      burst = undefined
    },
    record(before: string, after: string, name: string | undefined): void {
      const last = done.at(-1)
      const change = findTextChange(before, after)
      const goesOn =
        last && burst !== undefined && name === burst && (name !== TYPING || isNear(last, change))
      if (goesOn) done = done.slice(0, -1)
      const whole = goesOn ? findTextChange(revertChange(before, last), after) : change
      if (whole.removed !== whole.inserted) done = [...done, whole].slice(-MAX_EDITS)
      undone = []
      burst = name
    },
    undo(text: string): string {
      const last = done.at(-1)
      if (!last) return text
      done = done.slice(0, -1)
      undone = [...undone, last]
      burst = undefined
      return revertChange(text, last)
    },
    redo(text: string): string {
      const last = undone.at(-1)
      if (!last) return text
      undone = undone.slice(0, -1)
      done = [...done, last]
      burst = undefined
      return applyChange(text, last)
    },
  }
}

/** The burst of the JSON editor, which goes on only where the last key was pressed. */
export const TYPING = 'typing'

function isNear(last: TextChange, next: TextChange): boolean {
  if (next.inserted.includes('\n')) return false
  const isTyping = next.removed === '' && next.at === last.at + last.inserted.length
  const isErasing =
    next.inserted === '' &&
    last.inserted === '' &&
    (next.at === last.at || next.at + next.removed.length === last.at)
  return isTyping || isErasing
}
