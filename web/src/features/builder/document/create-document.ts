import { createHistory, TYPING } from './create-history.ts'
import type { TextFault } from './json/read-json.ts'
import { type GoodText, readDocument } from './read-document.ts'

export interface DocumentState {
  text: string
  /** The text, or while it has a fault the last text without; what the form shows. */
  good: GoodText
  /** While there is a fault, the form is read-only. */
  fault: TextFault | null
  canUndo: boolean
  canRedo: boolean
}

export type BuilderDocument = ReturnType<typeof createDocument>

/**
 * A recipe's text under edit. The text is the truth: the form changes it through operations, the
 * JSON editor as a whole, and one undo stack holds both. `subscribe` and `getState` fit
 * useSyncExternalStore.
 */
export function createDocument(initialText: string) {
  const history = createHistory()
  const listeners = new Set<() => void>()
  let state: DocumentState = {
    ...readState(initialText, EMPTY),
    canUndo: false,
    canRedo: false,
  }

  function show(text: string): void {
    state = {
      ...readState(text, state.good),
      canUndo: history.canUndo(),
      canRedo: history.canRedo(),
    }
    for (const listener of listeners) listener()
  }

  function change(text: string, burst?: string): boolean {
    if (text === state.text) return false
    history.record(state.text, text, burst)
    show(text)
    return true
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /**
     * An edit of the form; tells whether anything changed. Edits with the same `burst`, one after
     * the other, are undone as one: name the field for a field that is typed into.
     */
    edit: (operation: (text: string) => string, burst?: string) =>
      state.fault === null && change(operation(state.text), burst),
    /** An edit of the JSON editor. */
    setText: (text: string) => change(text, TYPING),
    /** Another text in one edit: an example, an import, what another window saved. */
    replaceText: (text: string) => {
      history.seal()
      return change(text)
    },
    /** To be called when the focus leaves a field. */
    seal: () => history.seal(),
    undo: () => {
      if (history.canUndo()) show(history.undo(state.text))
    },
    redo: () => {
      if (history.canRedo()) show(history.redo(state.text))
    },
  }
}

function readState(text: string, before: GoodText): Pick<DocumentState, 'text' | 'good' | 'fault'> {
  const read = readDocument(text)
  return read.ok
    ? { text, good: read.good, fault: null }
    : { text, good: before, fault: read.fault }
}

/** What the form shows of a draft whose text had a fault from the beginning. */
const EMPTY: GoodText = {
  text: '{}',
  value: {},
  root: { type: 'object', from: 0, to: 2, members: [] },
}
